import { Button } from '@propsight/shared/ui'
import boardStyles from '../features/board/board.module.css'
import { CompareTable, type CompareTableProps } from '../features/compare/compare-table.tsx'
import { FilterFields, sheetStyle } from '../features/filters/filter-fields.tsx'
import type { SheetProps } from '../features/filters/toolbar.tsx'
import { BoardDialog } from './board-dialog.tsx'

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

/** The filters where a row has no room for them, in a dialog over the board. */
export const FilterSheet = (sheet: SheetProps) => (
  <BoardDialog
    title="Filters and order"
    onClose={sheet.onClose}
    footer={
      <Button variant="go" onClick={sheet.onClose}>
        Show {sheet.shown}
      </Button>
    }
  >
    <div className={sheetStyle}>
      <FilterFields {...sheet} />
      {sheet.children}
    </div>
  </BoardDialog>
)
