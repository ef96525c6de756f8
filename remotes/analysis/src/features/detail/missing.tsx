import { Button } from '@propsight/shared/ui'
import styles from './panels.module.css'

/** In place of a part that is not there: why, and asking again. */
export const Missing = ({ reason, onRetry }: { reason: string; onRetry?: (() => void) | undefined }) => (
  <p className={styles.none}>
    {reason}{' '}
    {onRetry && (
      <Button variant="bare" onClick={onRetry}>
        Retry
      </Button>
    )}
  </p>
)
