// One chunk for both dialogs: most of it is the dialog itself.
export { RunDialog } from '../features/run/run-dialog.tsx'
export { SettingsDialog } from '../features/settings/settings-dialog.tsx'
