import { Button, ConfirmDialog, Dialog, Hint, ToastRegion } from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from './entry.ts'

const ignoreClose = () => {}
const LONG_TEXT = Array.from(
  { length: 12 },
  (_, at) => `Paragraph ${at + 1}: the body scrolls, title and footer stay.`,
)

function Opener() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open a dialog</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Notifications">
        <p>Esc, the close button and a press outside close it; the focus goes back.</p>
      </Dialog>
    </>
  )
}

export const dialog: CatalogueEntry = {
  name: 'Dialog',
  note: 'Traps the focus, restores it on closing, and closes on Escape.',
  shows: ['Dialog'],
  states: [
    { label: 'Opened by a button', Show: Opener },
    {
      label: 'Open',
      frame: 300,
      Show: () => (
        <Dialog open onClose={ignoreClose} title="Notifications">
          <p>No new notifications</p>
        </Dialog>
      ),
    },
    {
      label: 'Wide, long text',
      frame: 420,
      Show: () => (
        <Dialog
          open
          onClose={ignoreClose}
          title="Terms of Service"
          size="wide"
          footer={<Button>Done</Button>}
        >
          {LONG_TEXT.map((text) => (
            <p key={text}>{text}</p>
          ))}
          <a href="#end">The end</a>
        </Dialog>
      ),
    },
    {
      label: 'Large',
      frame: 420,
      Show: () => (
        <Dialog open onClose={ignoreClose} title="Parlay Recommendations" size="large">
          <p>Two columns; a sheet on phones.</p>
        </Dialog>
      ),
    },
    {
      label: 'Full',
      frame: 420,
      Show: () => (
        <Dialog open onClose={ignoreClose} title="Weather" size="full">
          <p>As large as the window, for a remote of its own.</p>
        </Dialog>
      ),
    },
  ],
}

const noAnswers = { onConfirm: () => {}, onCancel: () => {} }
const CLEAR = {
  open: true,
  title: 'Clear all 6 picks?',
  confirm: 'Clear All',
  tone: 'danger',
  ...noAnswers,
} as const

export const hint: CatalogueEntry = {
  name: 'Hint',
  note: 'Explains a term or a method on request, so that the sentence before it stays plain.',
  shows: ['Hint'],
  states: [
    {
      label: 'Behind a sentence',
      Show: () => (
        <p>
          The chance that all books’ prices imply. <Hint label="How it is computed">Method: Shin.</Hint>
        </p>
      ),
    },
  ],
}

export const confirmDialog: CatalogueEntry = {
  name: 'Confirm dialog',
  note: 'Asks for confirmation. For a destructive action the focus starts at Cancel.',
  shows: ['ConfirmDialog'],
  states: [
    {
      label: 'Plain',
      frame: 300,
      Show: () => (
        <ConfirmDialog open title="Promote 2.4.1 to everybody?" confirm="Promote" {...noAnswers}>
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

const LONG_NOTE =
  'Failed to save picks: the server did not answer. They are kept in this browser and sent once it does.'

export const toastRegion: CatalogueEntry = {
  name: 'Toast region',
  note: 'Events, at the bottom; above the thumb bar on phones. Failures are announced at once.',
  shows: ['ToastRegion'],
  states: [
    {
      label: 'Every tone',
      frame: 340,
      Show: () => (
        <ToastRegion
          onDismiss={() => {}}
          toasts={[
            { id: 1, message: 'Purchases are not open yet.', tone: 'info' },
            { id: 2, message: 'Pick deleted', tone: 'good', action: { label: 'Undo', run: () => {} } },
            { id: 3, message: LONG_NOTE, tone: 'low', action: { label: 'Retry', run: () => {} } },
          ]}
        />
      ),
    },
    { label: 'Empty', frame: 80, Show: () => <ToastRegion onDismiss={() => {}} toasts={[]} /> },
  ],
}
