import { useShell } from '@propsight/shared/client'
import { type AccessCodeRow, listCodesResponse } from '@propsight/shared/contracts'
import { countText, numberText } from '@propsight/shared/format'
import { Button, type TableColumn, Tag } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type ComponentType, useRef, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { dateText, timeText } from '../../components/format.ts'
import { ACTIONS, List, WIDE_FIGURE, WIDE_TIME } from '../../components/list.tsx'
import { closeAndFocus } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { SearchBar, useSearch } from '../../components/search-bar.tsx'
import { useAdminApi, usePages } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'
import { CreateForm } from './create-form.tsx'

/** '3 of 10'. */
const usesText = ({ uses_count, max_uses }: AccessCodeRow): string =>
  `${numberText(uses_count)} of ${numberText(max_uses)}`

/** '2 held', for uses reserved by sign-ups in progress; '' without any. */
const reservedText = ({ reserved }: AccessCodeRow): string => (reserved ? `${reserved} held` : '')

/** 'used up', 'expired', or null while the code is valid. */
function endedText({ uses_count, max_uses, expires_at }: AccessCodeRow, now: number): string | null {
  if (expires_at && Date.parse(expires_at) <= now) return 'expired'
  return uses_count >= max_uses ? 'used up' : null
}

/** 'expires Aug 1, 2026, 7:05 PM', 'no expiry'. */
export const expiryText = (row: AccessCodeRow): string =>
  row.expires_at ? `expires ${timeText(row.expires_at)}` : 'no expiry'

const DELETE_FAILED = { server: 'Delete failed', network: 'Delete failed' }
const RESTORE_FAILED = { server: 'Restore failed', network: 'Restore failed' }

interface DeleteCodeProps {
  row: AccessCodeRow
  onCancel(): void
  onDeleted(): void
}

/** Asks for confirmation with the code and its uses, deletes the code, and offers Undo. */
function DeleteCode({ row, onCancel, onDeleted }: DeleteCodeProps) {
  const { notify } = useShell()
  const { post, refresh } = useAdminApi()
  const { code } = row

  async function restore() {
    try {
      await post('/api/admin/restore-code', { code })
      notify({ message: `Restored ${code}`, tone: 'good' })
      await refresh('codes', 'audit')
    } catch (error) {
      const message = errorText(error, RESTORE_FAILED)
      notify({ message, tone: 'low', action: { label: 'Retry', run: () => void restore() } })
    }
  }
  const remove = useMutation({
    mutationFn: () => post('/api/admin/delete-code', { code }),
    onSuccess() {
      onDeleted()
      notify({ message: `Deleted ${code}`, action: { label: 'Undo', run: () => void restore() } })
      void refresh('codes', 'audit')
    },
  })
  return (
    <ConfirmDialog
      title={`Delete ${code}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      error={remove.error && errorText(remove.error, DELETE_FAILED)}
      onConfirm={() => remove.mutate()}
      onCancel={onCancel}
    >
      <p>
        {usesText(row)} {row.max_uses === 1 ? 'use' : 'uses'} taken
        {row.reserved > 0 && `, ${reservedText(row)} by sign-ups under way`}. No new account can use it;
        accounts created with it stay.
      </p>
    </ConfirmDialog>
  )
}

/** Access codes, newest first, and their total number. */
export function useCodes(search: string) {
  const { first, ...pages } = usePages({
    list: 'codes',
    path: '/api/admin/list-codes',
    search,
    schema: listCodesResponse,
    rows: ({ codes }) => codes,
    next: ({ next }) => next,
  })
  return { pages, total: first?.total ?? null }
}

/** Notes longer than this are collapsed, so that they do not push the other codes off the screen. */
const LONG_NOTES = 120

const Notes = ({ text }: { text: string }) =>
  text.length > LONG_NOTES ? (
    <details className={`${screen.under} ${screen.notes}`}>
      <summary>{text}</summary>
    </details>
  ) : (
    <span className={screen.under}>{text}</span>
  )

const Name = ({ row }: { row: AccessCodeRow }) => {
  const ended = endedText(row, Date.now())
  return (
    <>
      <span className={screen.strong}>{row.code}</span>
      {ended && (
        <span className={screen.tags}>
          <Tag small>{ended}</Tag>
        </span>
      )}
      <span className={`${screen.under} u-narrow`}>
        {[`${usesText(row)} used`, reservedText(row), expiryText(row)].filter(Boolean).join(' · ')}
      </span>
      {row.notes && <Notes text={row.notes} />}
    </>
  )
}

/** Existing codes with Delete and Refresh, and Create New Code (D1). */
export function Codes() {
  const { notify } = useShell()
  const search = useSearch()
  const { pages, total } = useCodes(search.settled)
  const [codeToDelete, setCodeToDelete] = useState<AccessCodeRow | null>(null)
  const [CreateManyDialog, setCreateManyDialog] = useState<ComponentType<{ onClose(): void }> | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  const copy = (code: string) =>
    navigator.clipboard.writeText(code).then(
      () => notify({ message: `Copied ${code}`, tone: 'good' }),
      () => notify({ message: `${code} could not be copied`, tone: 'low' }),
    )
  // Loaded on demand: it is rarely opened, and with its CSV parser it is as large as a view.
  const openMany = () =>
    import('./create-many.tsx').then(
      ({ CreateMany }) => setCreateManyDialog(() => CreateMany),
      () =>
        notify({
          message: 'Create many could not be loaded',
          tone: 'low',
          action: { label: 'Retry', run: () => void openMany() },
        }),
    )
  const columns: TableColumn<AccessCodeRow>[] = [
    { head: 'Code', cell: (row) => <Name row={row} /> },
    {
      head: 'Uses',
      ...WIDE_FIGURE,
      cell: (row) => (
        <>
          {usesText(row)}
          {row.reserved > 0 && <span className={screen.under}>{reservedText(row)}</span>}
        </>
      ),
    },
    {
      head: 'Expires',
      ...WIDE_TIME,
      cell: (row) => (row.expires_at ? timeText(row.expires_at) : 'never'),
    },
    { head: 'Created', ...WIDE_TIME, cell: (row) => dateText(row.created_at) },
    {
      ...ACTIONS,
      cell: (row) => (
        <>
          <Button variant="bare" aria-label={`Copy ${row.code}`} onClick={() => void copy(row.code)}>
            Copy
          </Button>
          <Button variant="bad" aria-label={`Delete ${row.code}`} onClick={() => setCodeToDelete(row)}>
            Delete
          </Button>
        </>
      ),
    },
  ]
  return (
    <div className={screen.columns}>
      <CreateForm />
      <section className={screen.view} aria-labelledby="codes-title">
        <h2 id="codes-title" ref={heading} tabIndex={-1} className={screen.title}>
          Existing codes{' '}
          <span className="u-dim" role="status">
            {total === null ? '' : countText(total, 'code')}
          </span>
        </h2>
        <SearchBar label="Search code or notes" search={search}>
          <Button busy={pages.busy} onClick={pages.again}>
            Refresh
          </Button>
          <Button onClick={() => void openMany()}>Create many</Button>
        </SearchBar>
        <List
          label="Access codes"
          columns={columns}
          keyOf={({ code }) => code}
          pages={pages}
          search={search.settled}
          empty={{
            icon: 'plus',
            title: 'No codes yet',
            text: 'Create a code so that a new user can sign up.',
          }}
          failed={{ server: 'Failed to list codes', network: 'Failed to list' }}
        />
      </section>
      {codeToDelete && (
        <DeleteCode
          row={codeToDelete}
          onCancel={() => setCodeToDelete(null)}
          onDeleted={() => closeAndFocus(heading, () => setCodeToDelete(null))}
        />
      )}
      {CreateManyDialog && <CreateManyDialog onClose={() => setCreateManyDialog(null)} />}
    </div>
  )
}
