// One chunk: both are asked by the same dialog.
export { ClearDialog, DeleteDialog } from '../features/saved-picks/delete-dialog.tsx'
