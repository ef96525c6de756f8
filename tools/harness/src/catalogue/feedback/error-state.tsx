import { Button, ErrorState } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

export const errorState: CatalogueEntry = {
  name: 'Error state',
  note: 'A failure: its text, its consequence, Retry and the request id.',
  shows: ['ErrorState'],
  states: [
    { label: 'Text only', wide: true, Show: () => <ErrorState title="Failed to fetch weather data" /> },
    {
      label: 'In full',
      wide: true,
      Show: () => (
        <ErrorState
          title="Error Loading Picks"
          onRetry={() => {}}
          retryLabel="Reload Page"
          action={<Button variant="bare">Show local picks</Button>}
          requestId="8f2c61c0-6b1d-4a0e-9e55-3a6f1f0c2b7d"
        >
          The server did not answer. No credit was used.
        </ErrorState>
      ),
    },
    {
      label: 'A part is missing',
      wide: true,
      Show: () => (
        <ErrorState
          icon="plug"
          title="Weather is not available"
          note="weather 2.4.1, contract 3 expected 4"
          onRetry={() => {}}
        >
          Everything else works.
        </ErrorState>
      ),
    },
  ],
}
