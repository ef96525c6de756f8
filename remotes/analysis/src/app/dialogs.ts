/** The dialogs of the board in one chunk: what makes a dialog weighs more than all that stands in them. */
export { KeysDialog } from '../features/board/keys-dialog.tsx'
export { CompareDialog } from '../features/compare/compare-dialog.tsx'
export { FilterSheet } from '../features/filters/filter-sheet.tsx'
