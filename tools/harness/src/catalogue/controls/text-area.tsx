import { TextArea } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const LONG =
  'The last five games of a player are missing since Tuesday. It says that no lines were found, while the book shows them. I tried another browser and signed in again.'

export const textArea: CatalogueEntry = {
  name: 'Text area',
  note: 'A text of several lines. Its height can be changed.',
  shows: ['TextArea'],
  states: [
    { label: 'Empty', wide: true, Show: () => <TextArea label="Message *" rows={3} /> },
    { label: 'Focus', wide: true, force: 'focus', Show: () => <TextArea label="Message *" rows={3} /> },
    {
      label: 'Disabled',
      wide: true,
      Show: () => <TextArea label="Message *" rows={3} disabled defaultValue="On its way" />,
    },
    {
      label: 'Hint',
      wide: true,
      Show: () => <TextArea label="Notes" rows={3} hint="Only administrators see them" />,
    },
    {
      label: 'Error',
      wide: true,
      Show: () => <TextArea label="Message *" rows={3} error="Please write a message" />,
    },
    {
      label: 'Long text',
      wide: true,
      Show: () => <TextArea label="Message *" rows={3} defaultValue={LONG} />,
    },
  ],
}
