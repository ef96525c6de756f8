import { Skeleton } from '@propsight/shared/ui'
import styles from './day-waiting.module.css'

/** Higher than the window, so that nothing below is seen to move when the day arrives. */
export const dayWaiting = (
  <div className={styles.waiting}>
    <Skeleton height="100%" />
  </div>
)
