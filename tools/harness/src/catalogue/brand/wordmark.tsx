import { Wordmark } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const wordmark: CatalogueEntry = {
  name: 'Wordmark',
  note: 'The product’s name; the split o is a line with two sides.',
  shows: ['Wordmark'],
  states: [
    { label: 'Header', Show: () => <Wordmark /> },
    { label: 'Sign-in', Show: () => <Wordmark height={40} /> },
  ],
}
