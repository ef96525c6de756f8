import { Banner, Button } from '@propsight/shared/ui'
import type { CatalogueEntry } from '../entry.ts'

const action = <Button variant="bare">Retry</Button>

export const banner: CatalogueEntry = {
  name: 'Banner',
  note: 'A lasting state. For an event use a toast.',
  shows: ['Banner'],
  states: [
    { label: 'Info', wide: true, Show: () => <Banner>A newer version is ready.</Banner> },
    {
      label: 'Warning',
      wide: true,
      Show: () => (
        <Banner tone="mid" icon="offline" title="You are offline." action={action}>
          What you see was read before.
        </Banner>
      ),
    },
    {
      label: 'Error',
      wide: true,
      Show: () => (
        <Banner tone="low" icon="warning" title="2 picks expire within 2 hours.">
          They are removed then.
        </Banner>
      ),
    },
    {
      label: 'Long text',
      wide: true,
      Show: () => (
        <Banner icon="cloud" title="Kept in this browser only." action={action}>
          The server did not answer when you saved this pick, so it lies in this browser until it can be sent;
          another browser does not show it yet.
        </Banner>
      ),
    },
  ],
}
