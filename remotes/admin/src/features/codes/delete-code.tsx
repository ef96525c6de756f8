import type { AccessCodeRow } from '@propsight/shared/contracts'
import { Ask } from '../../components/confirm-dialog.tsx'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/error-text.ts'
import { useShell } from '../../state/shell.tsx'
import { useDeed } from '../../state/use-server-mutation.ts'
import { heldText, usesText } from './code-texts.ts'

interface DeleteCodeProps {
  row: AccessCodeRow
  onCancel(): void
  onDeleted(): void
}

/** Asks for confirmation with the code and its uses, deletes the code, and offers Undo. */
export function DeleteCode({ row, onCancel, onDeleted }: DeleteCodeProps) {
  const { notify } = useShell()
  const { tell, refresh } = useAdminApi()
  const deed = useDeed('Delete failed')
  const { code } = row

  async function restore() {
    try {
      await tell('/api/admin/restore-code', { code })
      notify({ message: `Restored ${code}`, tone: 'good' })
      await refresh('codes', 'audit')
    } catch (error) {
      const message = errorText(error, { server: 'Restore failed', network: 'Restore failed' })
      notify({ message, tone: 'low', action: { label: 'Retry', run: () => void restore() } })
    }
  }
  async function remove() {
    const done = await deed.run(() => tell('/api/admin/delete-code', { code }))
    if (!done) return
    onDeleted()
    notify({ message: `Deleted ${code}`, action: { label: 'Undo', run: () => void restore() } })
    await refresh('codes', 'audit')
  }
  return (
    <Ask
      title={`Delete ${code}?`}
      confirm="Delete"
      danger
      busy={deed.busy}
      error={deed.error}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    >
      <p>
        {usesText(row)} {row.max_uses === 1 ? 'use' : 'uses'} taken
        {row.reserved > 0 && `, ${heldText(row)} by sign-ups under way`}. Nobody can sign up with it any more;
        accounts that it let in stay.
      </p>
    </Ask>
  )
}
