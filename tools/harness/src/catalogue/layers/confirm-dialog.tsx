import { ConfirmDialog } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const still = { onConfirm: () => {}, onCancel: () => {} }
const CLEAR = {
  open: true,
  title: 'Clear all 6 picks?',
  confirm: 'Clear All',
  tone: 'danger',
  ...still,
} as const

export const confirmDialog: CatalogueEntry = {
  name: 'Confirm dialog',
  note: 'Asks for confirmation. For a destructive action the focus starts at Cancel.',
  shows: ['ConfirmDialog'],
  states: [
    {
      label: 'Plain',
      frame: 300,
      Show: () => (
        <ConfirmDialog open title="Promote 2.4.1 to everybody?" confirm="Promote" {...still}>
          It is given to 10 percent of visitors now.
        </ConfirmDialog>
      ),
    },
    {
      label: 'Danger',
      frame: 300,
      Show: () => <ConfirmDialog {...CLEAR}>They cannot be brought back.</ConfirmDialog>,
    },
    {
      label: 'Busy',
      frame: 300,
      Show: () => (
        <ConfirmDialog {...CLEAR} busy>
          They cannot be brought back.
        </ConfirmDialog>
      ),
    },
    {
      label: 'Error',
      frame: 320,
      Show: () => (
        <ConfirmDialog {...CLEAR} error="Failed to clear picks">
          They cannot be brought back.
        </ConfirmDialog>
      ),
    },
  ],
}
