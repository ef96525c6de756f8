import { Panel, Tag } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const panel: CatalogueEntry = {
  name: 'Panel',
  note: 'A raised surface. Panels do not nest.',
  shows: ['Panel'],
  states: [
    { label: 'Plain', wide: true, Show: () => <Panel>What belongs together stands on one surface.</Panel> },
    {
      label: 'Title and actions',
      wide: true,
      Show: () => (
        <Panel title="How it will look" actions={<Tag outlined>Sample data</Tag>}>
          The end of the heading’s row is for a tag or a button.
        </Panel>
      ),
    },
  ],
}
