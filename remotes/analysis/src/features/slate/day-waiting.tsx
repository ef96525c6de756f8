import { Skeleton } from '@propsight/shared/ui'
import styles from './day-waiting.module.css'

/** As high as a full day, so that nothing below moves when the day arrives. */
export const dayWaiting = (
  <div className={styles.waiting}>
    <Skeleton height="100%" />
  </div>
)
