import { Call } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const call: CatalogueEntry = {
  name: 'Call',
  note: 'The side of a line by colour, mark and word.',
  shows: ['Call'],
  states: [
    { label: 'Over', Show: () => <Call side="OVER" line={1.5} /> },
    { label: 'Under', Show: () => <Call side="UNDER" line={24.5} /> },
  ],
}
