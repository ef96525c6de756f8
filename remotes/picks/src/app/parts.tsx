import { lazyPart, Skeleton } from '@propsight/shared/ui'

const dialogs = () => import('./dialogs.ts')

/** All that a saved pick holds. */
export const DetailPart = lazyPart('The pick', async () => (await dialogs()).PickDetail)

/** The questions before picks are taken away. */
export const DeletePart = lazyPart('The question', async () => (await dialogs()).DeleteDialog)
export const ClearPart = lazyPart('The question', async () => (await dialogs()).ClearDialog)

export const ParlayPart = lazyPart('The parlays', async () => (await dialogs()).ParlayDialogs)
/** What the press of Parlay begins. */
export const loadParlayFlow = async () => (await dialogs()).createParlayFlow
export const PastPart = lazyPart('Past Parlays', async () => (await dialogs()).PastParlays)

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
