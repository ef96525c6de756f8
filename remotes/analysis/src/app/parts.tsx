import { EmptyState, lazyPart } from '@propsight/shared/ui'
import styles from './dashboard.module.css'

/** Keeps the place while the code of the cards is on its way: it is fetched before anybody asks for it. */
const waiting = (
  <div className={styles.waiting} role="status">
    <EmptyState icon="clock" title="Loading the board" flat />
  </div>
)

/** Cards, filters and all that is done with them. */
export const BoardPart = lazyPart(
  'The board',
  async () => (await import('./shown-board.tsx')).ShownBoard,
  waiting,
)

/** How good the engine's numbers are, in place of the Dashboard. */
export const RecordPart = lazyPart('The record', async () => (await import('./shown-record.tsx')).ShownRecord)

/** Everything that stands behind a press, fetched while the screen has nothing else to do. */
export function preloadParts(): void {
  void BoardPart.preload()
}
