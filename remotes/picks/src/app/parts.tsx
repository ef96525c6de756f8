import { lazyPart, Skeleton } from '@propsight/shared/ui'

/** All that a saved pick holds. */
export const DetailPart = lazyPart(
  'The pick',
  async () => (await import('../features/pick-detail/pick-detail.tsx')).PickDetail,
)

/** The questions before picks are taken away. */
export const DeletePart = lazyPart('The question', async () => (await import('./questions.ts')).DeleteDialog)
export const ClearPart = lazyPart('The question', async () => (await import('./questions.ts')).ClearDialog)

export const ParlayPart = lazyPart(
  'The parlays',
  async () => (await import('../features/parlay/parlay-dialogs.tsx')).ParlayDialogs,
)

export const PastPart = lazyPart(
  'Past Parlays',
  async () => (await import('../features/past-parlays/past-parlays.tsx')).PastParlays,
)

/** In place of My Picks. */
export const TrackPart = lazyPart(
  'The track record',
  async () => (await import('../features/track/track-record.tsx')).TrackRecord,
  <div aria-busy="true" role="status" aria-label="Loading the track record">
    <Skeleton height={240} />
  </div>,
)

/** Everything that stands behind a press, fetched while the screen has nothing else to do. */
export function preloadParts(): void {
  for (const part of [DetailPart, DeletePart, ClearPart, ParlayPart, PastPart]) void part.preload()
}
