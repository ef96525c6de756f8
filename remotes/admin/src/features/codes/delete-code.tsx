import { useShell } from '@propsight/shared/client'
import type { AccessCodeRow } from '@propsight/shared/contracts'
import { numberText } from '@propsight/shared/format'
import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { timeText } from '../../components/format.ts'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'

/** '3 of 10'. */
export const usesText = ({ uses_count, max_uses }: AccessCodeRow): string =>
  `${numberText(uses_count)} of ${numberText(max_uses)}`

/** '2 held', for uses reserved by sign-ups in progress; '' without any. */
export const reservedText = ({ reserved }: AccessCodeRow): string => (reserved ? `${reserved} held` : '')

/** 'used up', 'expired', or null while the code is valid. */
export function endedText({ uses_count, max_uses, expires_at }: AccessCodeRow, now: number): string | null {
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
export function DeleteCode({ row, onCancel, onDeleted }: DeleteCodeProps) {
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
