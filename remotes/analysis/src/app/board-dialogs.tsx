import { cx, IconButton } from '@propsight/shared/ui'
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import boardStyles from '../features/board/board.module.css'
import { CompareTable, type CompareTableProps } from '../features/compare/compare-table.tsx'
import {
  FilterFields,
  SheetActions,
  type SheetProps,
  sheetStyle,
} from '../features/filters/filter-fields.tsx'
import styles from './board-dialogs.module.css'

const KEYS = [
  ['/', 'Search players'],
  ['j or ↓', 'Next card'],
  ['k or ↑', 'Previous card'],
  ['Enter', 'Open the player'],
  ['o', 'Hit rates of the card'],
  ['s', 'Save or unsave the card'],
  ['c', 'Add to or drop from the comparison'],
  ['Esc', 'Close the search, card, player or dialog'],
  ['?', 'This list'],
] as const

/** The list of keyboard shortcuts of the board. */
const KeyList = () => (
  <dl className={boardStyles.keys}>
    {KEYS.map(([key, what]) => (
      <div key={key}>
        <dt>
          <kbd>{key}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
)

export interface BoardDialogProps {
  title: string
  /** Called on Esc, on the close button and on a click outside. */
  onClose(): void
  footer?: ReactNode
  /** As large as the screen. */
  full?: boolean
  children: ReactNode
}

/**
 * A modal dialog of the board, based on the native dialog element, which traps and restores the focus. The
 * dialog library of the shell would be as large as the whole board, and its further features (nesting,
 * motion) are not needed.
 */
export function BoardDialog({ title, onClose, footer, full = false, children }: BoardDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closes before the element is removed: otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const onPress = (event: MouseEvent) => {
    if (event.target === event.currentTarget) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside closes the dialog; the keyboard uses Esc
    <dialog
      ref={dialog}
      className={cx(styles.dialog, full && styles.full)}
      aria-labelledby={titleId}
      onClick={onPress}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.inside}>
        <header className={styles.header}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Close" icon="close" onClick={onClose} />
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  )
}

export { MarketTable } from '../features/filters/market-table.tsx'

/** The list of keyboard shortcuts of the board. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <BoardDialog title="Keys" onClose={onClose}>
    <KeyList />
  </BoardDialog>
)

/** The comparison: one column per card, one row per figure. */
export const CompareDialog = ({ onClose, ...table }: CompareTableProps & { onClose(): void }) => (
  <BoardDialog title={`Compare ${table.cards.length} lines`} onClose={onClose} full>
    <CompareTable {...table} />
  </BoardDialog>
)

/** The filters on small screens, in a dialog over the board. */
export const FilterSheet = (sheet: SheetProps) => (
  <BoardDialog title="Filters" onClose={sheet.onClose} footer={<SheetActions {...sheet} />}>
    <div className={sheetStyle}>
      <FilterFields {...sheet} />
    </div>
  </BoardDialog>
)
