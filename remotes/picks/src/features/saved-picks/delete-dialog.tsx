import type { PickRow } from '@propsight/shared/contracts'
import { ConfirmDialog } from '@propsight/shared/ui'
import { useState } from 'react'
import { callText, picksText } from '../../state/pick-text.ts'

/** Runs a confirmed action: on success calls `onDone`, on failure keeps the dialog open with the error. */
export function useConfirmedAction(action: () => Promise<void>, onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const run = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      await action()
      onDone()
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown.message : 'An unexpected error occurred')
      setBusy(false)
    }
  }
  return { busy, error, run: () => void run() }
}

export interface DeleteDialogProps {
  row: PickRow
  /** @throws Error whose message is shown */
  onDelete(row: PickRow): Promise<void>
  onClose(): void
}

/** Asks for confirmation before a pick is deleted. */
export function DeleteDialog({ row, onDelete, onClose }: DeleteDialogProps) {
  const { busy, error, run } = useConfirmedAction(() => onDelete(row), onClose)
  return (
    <ConfirmDialog
      open
      tone="danger"
      title="Delete pick"
      confirm="Delete"
      busy={busy}
      error={error}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>
        <b>{row.player_name}</b>, {callText(row)}. What was promised about it stays in your track record.
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
  const { busy, error, run } = useConfirmedAction(onClear, onClose)
  return (
    <ConfirmDialog
      open
      tone="danger"
      title={`Clear all ${picksText(count)}?`}
      confirm="Clear All"
      busy={busy}
      error={error}
      onConfirm={run}
      onCancel={onClose}
    >
      You can undo it right after. Parlays already built stay in Past Parlays.
    </ConfirmDialog>
  )
}
