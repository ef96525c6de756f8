import { creditsResponse } from '@propsight/shared/contracts'
import { useState } from 'react'
import { Ask } from '../../components/confirm-dialog.tsx'
import screen from '../../components/screen.module.css'
import { countText } from '../../components/format.ts'
import { useAdminApi } from '../../state/admin-api.ts'
import { useShell } from '../../state/shell.tsx'
import { useDeed } from '../../state/use-server-mutation.ts'
import { useUnsaved } from '../../state/use-unsaved.ts'
import { isReason, ReasonField } from './reason-field.tsx'

interface RefundRunProps {
  userId: string
  runId: string
  onClose(): void
  onRefunded(): void
}

/** Refunds the credits of one run, with a reason. The server refunds each run at most once. */
export function RefundRun({ userId, runId, onClose, onRefunded }: RefundRunProps) {
  const shell = useShell()
  const { ask, refresh } = useAdminApi()
  const [reason, setReason] = useState('')
  const deed = useDeed({ server: 'The run could not be refunded' })
  useUnsaved(reason !== '')

  async function refund() {
    const done = await deed.run(async () => {
      const body = { runId, reason: reason.trim() }
      const { credits } = await ask(creditsResponse, '/api/admin/refund-run', { body })
      shell.notify({ message: `Refunded; ${countText(credits)} credits now`, tone: 'good' })
    })
    if (!done) return
    onRefunded()
    if (shell.session.get()?.id === userId) void shell.refreshProfile()
    await refresh('users', 'ledger', 'audit')
  }
  return (
    <Ask
      title="Refund this run?"
      confirm="Refund"
      notYet={!isReason(reason)}
      busy={deed.busy}
      error={deed.error}
      onConfirm={() => void refund()}
      onCancel={onClose}
    >
      <div className={screen.form}>
        <p>What run {runId} cost goes back to the account, once.</p>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Ask>
  )
}
