import { Select } from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from '../entry.ts'

const SORTS = [
  { value: 'newest', label: 'Newest' },
  { value: 'expiring', label: 'Expiring' },
] as const
const LONG = [{ value: 'one', label: 'Best home run conditions' }] as const

function Working() {
  const [value, setValue] = useState<(typeof SORTS)[number]['value']>('newest')
  return <Select label="Sort" options={SORTS} value={value} onChange={(next) => setValue(next)} />
}

export const select: CatalogueEntry = {
  name: 'Select',
  note: 'One choice of many, with the native list of the platform.',
  shows: ['Select'],
  states: [
    { label: 'Default', Show: Working },
    { label: 'Focus', force: 'focus', Show: Working },
    {
      label: 'Long text',
      Show: () => <Select label="Sort" options={LONG} value="one" onChange={() => {}} />,
    },
  ],
}
