import { Button, Dialog } from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from '../entry.ts'

const still = () => {}
const LONG = Array.from(
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
        <Dialog open onClose={still} title="Notifications">
          <p>No new notifications</p>
        </Dialog>
      ),
    },
    {
      label: 'Wide, long text',
      frame: 420,
      Show: () => (
        <Dialog open onClose={still} title="Terms of Service" size="wide" footer={<Button>Done</Button>}>
          {LONG.map((text) => (
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
        <Dialog open onClose={still} title="Parlay Recommendations" size="large">
          <p>Two columns; a sheet on phones.</p>
        </Dialog>
      ),
    },
    {
      label: 'Full',
      frame: 420,
      Show: () => (
        <Dialog open onClose={still} title="Weather" size="full">
          <p>As large as the window, for a remote of its own.</p>
        </Dialog>
      ),
    },
  ],
}
