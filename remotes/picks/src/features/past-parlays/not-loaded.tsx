import { Button } from '@propsight/shared/ui'
import styles from './past-parlays.module.css'

/** Loading failed: an empty list as specified (2 §8), with a quiet line that says so. */
export const NotLoaded = ({ busy, onRetry }: { busy: boolean; onRetry(): void }) => (
  <div className={styles.notLoaded} role="status">
    <p>Past parlays could not be loaded. Nothing is lost: they are kept on the server.</p>
    <Button busy={busy} onClick={onRetry}>
      Retry
    </Button>
  </div>
)
