import { Button, KeyList } from '@propsight/shared/ui'
import { CompareTable, type CompareTableProps } from '../features/compare/compare-table.tsx'
import { FilterFields, type SheetProps, sheetStyle } from '../features/filters/toolbar.tsx'
import { BoardDialog } from './board-dialog.tsx'

export { MarketTable } from '../features/filters/market-table.tsx'

/** The list of keyboard shortcuts of the board. */
export const KeysDialog = ({ onClose }: { onClose(): void }) => (
  <BoardDialog title="Keys" onClose={onClose}>
    <KeyList
      row="card"
      open="Open the player"
      search
      actions={{ o: 'Details of the card', s: 'Save or unsave', c: 'Add to or drop from the comparison' }}
    />
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
