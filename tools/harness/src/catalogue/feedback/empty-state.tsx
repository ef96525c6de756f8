import { Button, EmptyState } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const emptyState: CatalogueEntry = {
  name: 'Empty state',
  note: 'An empty screen: what is missing, and one next action.',
  shows: ['EmptyState'],
  states: [
    {
      label: 'With a way on',
      wide: true,
      Show: () => (
        <EmptyState
          icon="bookmark"
          title="No Picks Saved"
          action={<Button variant="go">Go to AI Analysis</Button>}
        >
          Picks you save stay here for 20 hours.
        </EmptyState>
      ),
    },
    {
      label: 'Steps',
      wide: true,
      Show: () => (
        <EmptyState icon="bars" title="Get Started">
          <ol>
            <li>Choose a stat line</li>
            <li>Analyze</li>
            <li>Save what you like</li>
          </ol>
        </EmptyState>
      ),
    },
    {
      label: 'Flat, with a note',
      wide: true,
      Show: () => (
        <EmptyState icon="bell" title="No new notifications" flat note="picks 2.4.1, contract 1">
          You have seen everything.
        </EmptyState>
      ),
    },
  ],
}
