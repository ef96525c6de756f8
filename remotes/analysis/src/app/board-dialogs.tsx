import { KeyList } from '../features/board/key-list.tsx'
import { CompareTable, type CompareTableProps } from '../features/compare/compare-table.tsx'
import { FilterFields } from '../features/filters/filter-fields.tsx'
import { SheetActions, type SheetProps, sheetStyle } from '../features/filters/sheet.tsx'
import { BoardDialog } from './board-dialog.tsx'

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
