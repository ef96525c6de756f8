import { SelectInput } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const Subjects = () => (
  <>
    <option value="">Select a subject</option>
    <option value="general">General Inquiry</option>
    <option value="bug">Bug Report</option>
  </>
)

export const selectInput: CatalogueEntry = {
  name: 'Select input',
  note: 'One choice of many in a form, in the style of the inputs.',
  shows: ['SelectInput'],
  states: [
    {
      label: 'Empty',
      wide: true,
      Show: () => (
        <SelectInput label="Subject *">
          <Subjects />
        </SelectInput>
      ),
    },
    {
      label: 'Chosen',
      wide: true,
      Show: () => (
        <SelectInput label="Subject *" defaultValue="bug">
          <Subjects />
        </SelectInput>
      ),
    },
    {
      label: 'Focus',
      wide: true,
      force: 'focus',
      Show: () => (
        <SelectInput label="Subject *">
          <Subjects />
        </SelectInput>
      ),
    },
    {
      label: 'Disabled',
      wide: true,
      Show: () => (
        <SelectInput label="Subject *" disabled>
          <Subjects />
        </SelectInput>
      ),
    },
    {
      label: 'Hint and error',
      wide: true,
      Show: () => (
        <SelectInput label="Region" hint="Where you are now" error="Please choose your region">
          <option value="">Choose a region</option>
        </SelectInput>
      ),
    },
  ],
}
