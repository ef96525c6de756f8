import { FieldError } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

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
