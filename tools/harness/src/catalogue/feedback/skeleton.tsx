import { Skeleton } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const skeleton: CatalogueEntry = {
  name: 'Skeleton',
  note: 'A placeholder in the size of the loading content. The surrounding region is busy and has a name.',
  shows: ['Skeleton'],
  states: [
    { label: 'A line', wide: true, Show: () => <Skeleton /> },
    { label: 'A heading', wide: true, Show: () => <Skeleton width={180} height={28} /> },
    { label: 'A card', wide: true, Show: () => <Skeleton height={96} radius={12} /> },
  ],
}
