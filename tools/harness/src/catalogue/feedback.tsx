import { Banner, Button, EmptyState, ErrorState, Panel, Progress, Skeleton, Tag } from '@propsight/shared/ui'
import type { CatalogueEntry } from './entry.ts'

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

export const progress: CatalogueEntry = {
  name: 'Progress',
  note: 'A labelled bar. It keeps its space when it is done.',
  shows: ['Progress'],
  states: [
    { label: 'Begun', wide: true, Show: () => <Progress label="Reading lines" percent={0} /> },
    { label: 'Running', wide: true, Show: () => <Progress label="Reading game logs" percent={62} /> },
    { label: 'Done', wide: true, Show: () => <Progress label="Complete!" percent={100} state="done" /> },
    { label: 'Failed', wide: true, Show: () => <Progress label="Failed" percent={0} state="failed" /> },
  ],
}

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
