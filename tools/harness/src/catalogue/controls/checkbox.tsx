import { Checkbox } from '@propsight/shared/ui'
import { useState } from 'react'
import type { CatalogueEntry } from '../entry.ts'

const ATTEST = 'I am 21 or older'

function Working() {
  const [checked, setChecked] = useState(false)
  return <Checkbox label={ATTEST} checked={checked} onChange={setChecked} />
}
const still = () => {}

export const checkbox: CatalogueEntry = {
  name: 'Checkbox',
  note: 'One thing on or off. The whole row is the target, 44 pixels high.',
  shows: ['Checkbox'],
  states: [
    { label: 'Off', Show: Working },
    { label: 'On', Show: () => <Checkbox label={ATTEST} checked onChange={still} /> },
    { label: 'Focus', force: 'focus', Show: () => <Checkbox label={ATTEST} checked onChange={still} /> },
    { label: 'Disabled', Show: () => <Checkbox label={ATTEST} checked={false} disabled onChange={still} /> },
    { label: 'Disabled, on', Show: () => <Checkbox label={ATTEST} checked disabled onChange={still} /> },
    {
      label: 'Hint',
      wide: true,
      Show: () => (
        <Checkbox label="Remember me" hint="On this device only" checked={false} onChange={still} />
      ),
    },
    {
      label: 'Error',
      wide: true,
      Show: () => (
        <Checkbox
          label={ATTEST}
          checked={false}
          onChange={still}
          error="You must be 21 or older to create an account"
        />
      ),
    },
    {
      label: 'Long text',
      wide: true,
      Show: () => (
        <Checkbox
          label="I understand that self-exclusion signs me out everywhere, holds until its last day, and cannot be ended early by me or by anybody else."
          checked
          onChange={still}
        />
      ),
    },
  ],
}
