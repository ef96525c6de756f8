import { TextInput } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const EMAIL = { label: 'Email', type: 'email', autoComplete: 'off' } as const

export const textInput: CatalogueEntry = {
  name: 'Text input',
  note: 'A labelled input with hint and error. Supports every input type of the browser.',
  shows: ['TextInput'],
  states: [
    { label: 'Empty', wide: true, Show: () => <TextInput {...EMAIL} /> },
    { label: 'Filled', wide: true, Show: () => <TextInput {...EMAIL} defaultValue="ada@example.com" /> },
    { label: 'Focus', wide: true, force: 'focus', Show: () => <TextInput {...EMAIL} /> },
    {
      label: 'Disabled',
      wide: true,
      Show: () => <TextInput {...EMAIL} disabled defaultValue="ada@example.com" />,
    },
    { label: 'Hint', wide: true, Show: () => <TextInput {...EMAIL} hint="We write to it once" /> },
    {
      label: 'Error',
      wide: true,
      Show: () => <TextInput {...EMAIL} defaultValue="ada@" error="This is not an e-mail address" />,
    },
    { label: 'Date', wide: true, Show: () => <TextInput label="Date of birth" type="date" /> },
    {
      label: 'Long text',
      wide: true,
      Show: () => (
        <TextInput
          {...EMAIL}
          defaultValue="a.very.long.address.of.somebody.somewhere@subdomain.example.com"
        />
      ),
    },
  ],
}
