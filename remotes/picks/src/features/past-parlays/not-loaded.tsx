import { Button } from '@propsight/shared/ui'
import styles from './past-parlays.module.css'

/** Shown when loading failed: the list is empty as specified (P10), with a notice and Retry. */
export const NotLoaded = ({ busy, onRetry }: { busy: boolean; onRetry(): void }) => (
  <div className={styles.notLoaded} role="status">
    <p>Past parlays could not be loaded. Nothing is lost: they are kept on the server.</p>
    <Button busy={busy} onClick={onRetry}>
      Retry
    </Button>
  </div>
)
