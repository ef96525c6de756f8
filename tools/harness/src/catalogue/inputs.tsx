import { FieldError, SearchField, SelectInput, TextArea, TextInput } from '@propsight/shared/ui'
import type { CatalogueEntry } from './entry.ts'

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

const PLAYERS = { label: 'Search players', placeholder: 'Search players', maxLength: 80, onChange() {} }

export const searchField: CatalogueEntry = {
  name: 'Search field',
  note: 'Filters a list while the user types. Names the key that focuses it; Esc clears it.',
  shows: ['SearchField'],
  states: [
    { label: 'Empty', Show: () => <SearchField {...PLAYERS} value="" /> },
    { label: 'Focus', force: 'focus', Show: () => <SearchField {...PLAYERS} value="" /> },
    { label: 'Filled', Show: () => <SearchField {...PLAYERS} value="ramirez" /> },
    {
      label: 'Long text',
      Show: () => <SearchField {...PLAYERS} value="a player with a long name and a suffix" />,
    },
  ],
}

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

export const fieldError: CatalogueEntry = {
  name: 'Field error',
  note: 'An error with an icon, announced when it appears. For a whole form; inputs have their own.',
  shows: ['FieldError'],
  states: [
    { label: 'Default', Show: () => <FieldError>Passwords do not match</FieldError> },
    {
      label: 'Long text',
      wide: true,
      Show: () => (
        <FieldError>
          The server did not answer. Nothing was charged, and what you typed is still here; try again in a
          minute.
        </FieldError>
      ),
    },
  ],
}
