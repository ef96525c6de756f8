import { DataBadge } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const REPLAY = 'Season 2019 · July 15 · lines priced by Propsight from that morning'

export const dataBadge: CatalogueEntry = {
  name: 'Data badge',
  note: 'Names the data source of a screen, unless it is the live service.',
  shows: ['DataBadge'],
  states: [
    { label: 'Sample', Show: () => <DataBadge kind="sample" label="Sample league · invented players" /> },
    { label: 'Replay, long', wide: true, Show: () => <DataBadge kind="replay" label={REPLAY} /> },
    {
      label: 'Brief below 1280 px',
      wide: true,
      Show: () => <DataBadge kind="replay" label={REPLAY} brief />,
    },
    { label: 'Live', Show: () => <DataBadge kind="live" label="Live" /> },
  ],
}
