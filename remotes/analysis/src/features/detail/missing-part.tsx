import { Button } from '@propsight/shared/ui'
import styles from './panels.module.css'

/** Shown instead of a missing part: the reason, and Retry. */
export const MissingPart = ({ reason, onRetry }: { reason: string; onRetry?: (() => void) | undefined }) => (
  <p className={styles.none}>
    {reason}{' '}
    {onRetry && (
      <Button variant="bare" onClick={onRetry}>
        Retry
      </Button>
    )}
  </p>
)
