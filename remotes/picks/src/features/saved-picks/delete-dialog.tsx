import type { PickRow } from '@propsight/shared/contracts'
import { ConfirmDialog } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { callText, picksText } from '../../state/pick-text.ts'

export interface DeleteDialogProps {
  row: PickRow
  /** @throws Error whose message is shown */
  onDelete(row: PickRow): Promise<void>
  onClose(): void
}

/** Asks for confirmation before a pick is deleted. */
export function DeleteDialog({ row, onDelete, onClose }: DeleteDialogProps) {
  const deletion = useMutation({ mutationFn: () => onDelete(row), onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title="Delete pick"
      confirm="Delete"
      busy={deletion.isPending}
      error={deletion.error?.message}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
    >
      <p>
        <b>{row.player_name}</b>, {callText(row)}. Its forecast stays in your track record.
      </p>
    </ConfirmDialog>
  )
}

export interface ClearDialogProps {
  count: number
  /** @throws Error whose message is shown */
  onClear(): Promise<void>
  onClose(): void
}

/** Asks for confirmation before all picks are deleted, with their number. */
export function ClearDialog({ count, onClear, onClose }: ClearDialogProps) {
  const clearing = useMutation({ mutationFn: onClear, onSuccess: onClose })
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Clear all ${picksText(count)}?`}
      confirm="Clear All"
      busy={clearing.isPending}
      error={clearing.error?.message}
      onConfirm={() => clearing.mutate()}
      onCancel={onClose}
    >
      You can undo it right after. Parlays already built stay in Past Parlays.
    </ConfirmDialog>
  )
}
