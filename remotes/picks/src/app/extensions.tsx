import { defineExtension } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { lazyPart, preloadCharts, Skeleton } from '@propsight/shared/ui'
import { use } from 'react'

const Settled = lazyPart(
  'The results',
  async () => (await import('../features/settled/settled.tsx')).Settled,
  <Skeleton height="100%" />,
)

/** What settled since the last visit, as a section of another screen. */
export const settled = defineExtension({
  props: z.strictObject({}),
  Component: ({ shell }) => <Settled shell={shell} />,
})

const Page = lazyPart('The record', async () => {
  void preloadCharts()
  return (await import('../features/track-record/track-record-page.tsx')).TrackRecordPage
})

let loading: Promise<void> | null = null
/** Loads the page once. Returns the same promise for every rendering, as `use` requires. */
function loadPage(): Promise<void> {
  loading ??= Page.preload()
  return loading
}

/** The track record of the engine, as the content of another screen, which has the way back. */
export const trackRecord = defineExtension({
  props: z.strictObject({}),
  Component: ({ shell }) => {
    // Without a boundary of its own, so that the consumer shows its placeholder until the page is loaded.
    use(loadPage())
    return <Page shell={shell} />
  },
})
