import { EmptyState, lazyPart } from '@propsight/shared/ui'
import styles from './dashboard.module.css'

/** Placeholder while the code of the board loads. Rarely visible, since the code is preloaded. */
const waiting = (
  <div className={styles.waiting} role="status">
    <EmptyState icon="clock" title="Loading the board" flat />
  </div>
)

/** The board: cards, filters and actions. */
export const BoardPart = lazyPart(
  'The board',
  async () => (await import('./board-view.tsx')).BoardView,
  waiting,
)

/** The track record of the engine, which replaces the Dashboard. */
export const TrackRecordPart = lazyPart(
  'The record',
  async () => (await import('./track-record-view.tsx')).TrackRecordView,
)

/** Preloads the parts that open on a click. Called when the browser is idle. */
export function preloadParts(): void {
  void BoardPart.preload()
}
