import type { PickRow, ShellApi, TrackLeg } from '@propsight/shared/contracts'
import { focusPick } from './focus-pick.ts'
import { ClearPart, DeletePart, DetailPart, PastPart } from './parts.tsx'
import type { usePickDeeds } from './use-pick-deeds.ts'

export type Opened =
  | { kind: 'detail'; row: PickRow }
  | { kind: 'delete'; row: PickRow }
  | { kind: 'clear' }
  | { kind: 'past' }

interface OpenedDialogProps {
  shell: ShellApi
  opened: Opened | null
  /** In the order that is shown. */
  rows: readonly PickRow[]
  legs: ReadonlyMap<string, TrackLeg>
  deeds: ReturnType<typeof usePickDeeds>
  onOpen(opened: Opened | null): void
}

/** The one dialog that stands above My Picks, if any. */
export function OpenedDialog({ shell, opened, rows, legs, deeds, onOpen }: OpenedDialogProps) {
  const onClose = () => onOpen(null)
  if (opened?.kind === 'detail') {
    // Deleted elsewhere meanwhile: what was opened is still told.
    const row = rows.find(({ id }) => id === opened.row.id) ?? opened.row
    const onDelete = () => onOpen({ kind: 'delete', row })
    return <DetailPart row={row} leg={legs.get(row.id)} onDelete={onDelete} onClose={onClose} />
  }
  if (opened?.kind === 'delete') {
    const place = rows.findIndex(({ id }) => id === opened.row.id)
    const remove = async (row: PickRow) => {
      await deeds.remove(row)
      // Its button is gone: the next card has the focus, not the top of the page.
      requestAnimationFrame(() => requestAnimationFrame(() => focusPick(Math.max(0, place))))
    }
    return <DeletePart row={opened.row} onDelete={remove} onClose={onClose} />
  }
  if (opened?.kind === 'clear') {
    const clear = async () => {
      await deeds.clear()
      requestAnimationFrame(() => requestAnimationFrame(() => focusPick(0)))
    }
    return <ClearPart count={rows.length} onClear={clear} onClose={onClose} />
  }
  return opened && <PastPart shell={shell} onClose={onClose} />
}
