import { Stepper } from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from '../entry.ts'

function Working({ first }: { first: number }) {
  const [value, setValue] = useState(first)
  return <Stepper label="Parlay size" value={value} min={2} max={10} onChange={setValue} />
}
const halves = (value: number) => value.toFixed(1)

export const stepper: CatalogueEntry = {
  name: 'Stepper',
  note: 'A number that changes in steps: by buttons, or by arrow keys, Home and End on the value.',
  shows: ['Stepper'],
  states: [
    { label: 'Default', Show: () => <Working first={4} /> },
    { label: 'Hover', force: 'hover', Show: () => <Working first={4} /> },
    { label: 'Focus', force: 'focus', Show: () => <Working first={4} /> },
    { label: 'At its least', Show: () => <Working first={2} /> },
    { label: 'At its most', Show: () => <Working first={10} /> },
    {
      label: 'Halves',
      Show: () => (
        <Stepper label="Line" value={1.5} min={0} max={9} step={0.5} onChange={() => {}} format={halves} />
      ),
    },
  ],
}
