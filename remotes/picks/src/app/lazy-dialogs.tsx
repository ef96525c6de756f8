import { lazyPart, preloadCharts, Skeleton } from '@propsight/shared/ui'

const dialogs = () => import('./dialogs.ts')

/** The detail dialog of a saved pick. */
export const LazyPickDetail = lazyPart('The pick', async () => (await dialogs()).PickDetail)

/** The confirmations before picks are deleted. */
export const LazyDeleteDialog = lazyPart('The question', async () => (await dialogs()).DeleteDialog)
export const LazyClearDialog = lazyPart('The question', async () => (await dialogs()).ClearDialog)
/** The keys work once their code is here; nothing tells of it, and nothing tells of a failure. */
export const LazyPickKeys = lazyPart(
  'The keys',
  async () => (await dialogs()).PickKeys,
  null,
  () => null,
)

/** The figures of chosen legs. */
export const LazyChosenLegs = lazyPart('The chosen legs', async () => (await dialogs()).ChosenLegs)

export const LazyParlayDialogs = lazyPart('The parlays', async () => (await dialogs()).ParlayDialogs)
/** Loads the parlay flow, which runs when the Parlay button is pressed. */
export const loadParlayFlow = async () => (await dialogs()).ParlayCalls
export const LazyPastParlays = lazyPart('Past Parlays', async () => (await dialogs()).PastParlays)

/** Replaces My Picks while the track record is shown. */
export const LazyTrackRecord = lazyPart(
  'The track record',
  async () => {
    void preloadCharts()
    return (await import('../features/track/track-record.tsx')).TrackRecord
  },
  <div aria-busy="true" role="status" aria-label="Loading the track record">
    <Skeleton height={240} />
  </div>,
)

/** Prefetches every dialog while the page is idle, so that it opens without a download. */
export function preloadDialogs(): void {
  for (const part of [LazyPickDetail, LazyDeleteDialog, LazyClearDialog, LazyParlayDialogs, LazyPastParlays])
    void part.preload()
}
