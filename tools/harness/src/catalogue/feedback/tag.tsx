import { Tag } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const tag: CatalogueEntry = {
  name: 'Tag',
  note: 'A short label of an item. A colour only if it is a grade.',
  shows: ['Tag'],
  states: [
    { label: 'Plain', Show: () => <Tag>Demon</Tag> },
    { label: 'Outlined', Show: () => <Tag outlined>Sample data</Tag> },
    { label: 'Good', Show: () => <Tag tone="good">HIGH</Tag> },
    { label: 'Middling', Show: () => <Tag tone="mid">MEDIUM</Tag> },
    { label: 'Low', Show: () => <Tag tone="low">LOW</Tag> },
    { label: 'Small', Show: () => <Tag small>push</Tag> },
    {
      label: 'Small, against the call',
      Show: () => (
        <Tag small tone="mid">
          Opener
        </Tag>
      ),
    },
    {
      label: 'Long text',
      wide: true,
      Show: () => <Tag outlined>Season 2019 · July 15 · lines priced by Propsight from that morning</Tag>,
    },
  ],
}
