import { Button, IconButton, Menu, type MenuItem } from '@propsight/shared/ui'
import { useEffect, useRef } from 'react'
import type { CatalogueEntry } from '../entry.ts'

const ITEMS: readonly MenuItem[] = [
  { label: 'Copy', icon: 'copy', run: () => {} },
  { label: 'Show history', icon: 'clock', run: () => {} },
  { label: 'Delete', icon: 'trash', disabled: true, run: () => {} },
]

function Open() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('button')?.click(), [])
  return (
    <div ref={place}>
      <Menu trigger={<Button>More</Button>} items={ITEMS} />
    </div>
  )
}

export const menu: CatalogueEntry = {
  name: 'Menu',
  note: 'Commands under a button: arrows, Home, End, type-ahead, Esc.',
  shows: ['Menu'],
  states: [
    { label: 'Closed', Show: () => <Menu trigger={<Button>More</Button>} items={ITEMS} /> },
    { label: 'Open, one disabled', frame: 200, Show: Open },
    {
      label: 'Under an icon',
      Show: () => <Menu trigger={<IconButton label="More commands" icon="menu" />} items={ITEMS} />,
    },
  ],
}
