import type { PickRow, ShellApi, TrackLeg } from '@propsight/shared/contracts'
import { focusPick } from './focus-pick.ts'
import { LazyClearDialog, LazyDeleteDialog, LazyPastParlays, LazyPickDetail } from './lazy-dialogs.tsx'
import type { usePickActions } from './use-pick-actions.ts'

export type DialogState =
  | { kind: 'detail'; row: PickRow }
  | { kind: 'delete'; row: PickRow }
  | { kind: 'clear' }
  | { kind: 'past' }

interface CurrentDialogProps {
  shell: ShellApi
  opened: DialogState | null
  /** In display order. */
  rows: readonly PickRow[]
  legs: ReadonlyMap<string, TrackLeg>
  actions: ReturnType<typeof usePickActions>
  onOpen(opened: DialogState | null): void
}

/** The dialog that is open over My Picks; at most one. */
export function CurrentDialog({ shell, opened, rows, legs, actions, onOpen }: CurrentDialogProps) {
  const onClose = () => onOpen(null)
  if (opened?.kind === 'detail') {
    // The pick may have been deleted in another tab or device: the detail then shows the row it was opened
    // with.
    const row = rows.find(({ id }) => id === opened.row.id) ?? opened.row
    const onDelete = () => onOpen({ kind: 'delete', row })
    return <LazyPickDetail {...{ shell, row, onDelete, onClose }} leg={legs.get(row.id)} />
  }
  if (opened?.kind === 'delete') {
    const place = rows.findIndex(({ id }) => id === opened.row.id)
    const remove = async (row: PickRow) => {
      await actions.remove(row)
      // The focused card was removed: without this, the focus would return to the top of the page.
      requestAnimationFrame(() => requestAnimationFrame(() => focusPick(Math.max(0, place))))
    }
    return <LazyDeleteDialog row={opened.row} onDelete={remove} onClose={onClose} />
  }
  if (opened?.kind === 'clear') {
    const clear = async () => {
      await actions.clear()
      requestAnimationFrame(() => requestAnimationFrame(() => focusPick(0)))
    }
    return <LazyClearDialog count={rows.length} onClear={clear} onClose={onClose} />
  }
  return opened && <LazyPastParlays shell={shell} onClose={onClose} />
}
