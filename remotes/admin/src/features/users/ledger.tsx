import { type LedgerRow, ledgerResponse } from '@propsight/shared/contracts'
import { Button } from '@propsight/shared/ui'
import { useRef, useState } from 'react'
import { closeTo } from '../../components/close-to.ts'
import screen from '../../components/screen.module.css'
import { type Column, List } from '../../components/table.tsx'
import { changeText, countText, timeText } from '../../components/format.ts'
import { usePages } from '../../state/use-pages.ts'
import { RefundRun } from './refund-run.tsx'
import { reasonText, refundable } from './user-texts.ts'

/** The credit ledger of an account, newest first. A captured run can be refunded. */
export function Ledger({ userId }: { userId: string }) {
  const [runId, setRunId] = useState<string | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { first: _, ...pages } = usePages({
    list: 'ledger',
    of: userId,
    path: `/api/admin/users/${userId}/ledger`,
    schema: ledgerResponse,
    rows: ({ entries }) => entries,
    next: ({ next }) => next,
  })
  const open = refundable(pages.rows ?? [])
  const columns: Column<LedgerRow>[] = [
    { head: 'When', kind: 'wide brief', cell: ({ createdAt }) => timeText(createdAt) },
    {
      head: 'What',
      cell: ({ reason, note, createdAt }) => (
        <>
          <span className={screen.strong}>{reasonText(reason)}</span>
          {note && <span className={screen.under}>{note}</span>}
          <span className={`${screen.under} u-narrow`}>{timeText(createdAt)}</span>
        </>
      ),
    },
    { head: 'Change', kind: 'figure', cell: ({ delta }) => changeText(delta) },
    { head: 'Balance', kind: 'figure', cell: ({ balanceAfter }) => countText(balanceAfter) },
  ]
  if (open.size)
    columns.push({
      head: 'Actions',
      kind: 'deeds',
      cell: (entry) =>
        open.has(entry.id) && (
          <Button
            variant="bare"
            aria-label={`Refund the run of ${timeText(entry.createdAt)}`}
            onClick={() => setRunId(entry.runId)}
          >
            Refund
          </Button>
        ),
    })
  return (
    <div ref={place} tabIndex={-1} className={screen.title}>
      <List
        label="Ledger"
        columns={columns}
        keyOf={({ id }) => id}
        pages={pages}
        empty={{ icon: 'credit', title: 'No entries', text: 'No credits have moved on this account.' }}
        failed={{ server: 'Failed to read the ledger' }}
      />
      {runId && (
        <RefundRun
          userId={userId}
          runId={runId}
          onClose={() => setRunId(null)}
          onRefunded={() => closeTo(place, () => setRunId(null))}
        />
      )}
    </div>
  )
}
