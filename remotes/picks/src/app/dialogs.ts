// All dialogs are in one chunk, so that their common code (the Dialog component above all) is downloaded
// once.
export { ChosenLegs } from '../features/parlay/chosen-legs.tsx'
export { ParlayCalls } from '../features/parlay/parlay-calls.ts'
export { ParlayDialogs } from '../features/parlay/parlay-dialogs.tsx'
export { PastParlays } from '../features/past-parlays/past-parlays.tsx'
export { PickDetail } from '../features/pick-detail/pick-detail.tsx'
export { ClearDialog, DeleteDialog } from '../features/saved-picks/delete-dialog.tsx'
export { PickKeys } from './pick-keys.tsx'
