import { EmptyState } from '@propsight/shared/ui'
import styles from './dashboard.module.css'
import { lazyPart } from './lazy-part.tsx'

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

/** Everything that stands behind a press, fetched while the screen has nothing else to do. */
export function preloadParts(): void {
  void BoardPart.preload()
}
