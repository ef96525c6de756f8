import { Segmented, type SegmentedOption } from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from '../entry.ts'

const SPORTS = ['MLB', 'NBA', 'NFL'].map((value) => ({ value, label: value }))
const SOME: readonly SegmentedOption<string>[] = [
  { value: 'MLB', label: 'MLB' },
  { value: 'NBA', label: 'NBA', disabled: true },
]
const WINDOWS = [5, 10, 15].map((value) => ({ value, label: `Last ${value}` }))

function Working({ full = false, tight = false }: { full?: boolean; tight?: boolean }) {
  const [value, setValue] = useState('MLB')
  return (
    <Segmented
      label="Sport"
      options={SPORTS}
      value={value}
      onChange={(next) => setValue(next)}
      full={full}
      tight={tight}
    />
  )
}
function Numbers() {
  const [value, setValue] = useState(10)
  return <Segmented label="Game window" options={WINDOWS} value={value} onChange={(next) => setValue(next)} />
}

export const segmented: CatalogueEntry = {
  name: 'Segmented',
  note: 'One choice of a few, side by side. Arrow keys change the choice; Tab stops once. Only as many choices as fit in a row.',
  shows: ['Segmented'],
  states: [
    { label: 'Default', Show: () => <Working /> },
    { label: 'Focus', force: 'focus', Show: () => <Working /> },
    {
      label: 'One disabled',
      Show: () => <Segmented label="Sport" options={SOME} value="MLB" onChange={() => {}} />,
    },
    { label: 'Tight', Show: () => <Working tight /> },
    { label: 'Full', wide: true, Show: () => <Working full /> },
    { label: 'Numbers', Show: Numbers },
  ],
}
