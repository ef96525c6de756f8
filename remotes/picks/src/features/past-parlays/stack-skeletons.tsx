import { Skeleton } from '@propsight/shared/ui'
import styles from './past-parlays.module.css'

const CARDS = ['first', 'second', 'third']

/** Placeholders in the final size of the stacks, so that the layout does not shift. */
export const StackSkeletons = () => (
  <div className={styles.stacks} aria-busy="true" role="status" aria-label="Loading past parlays">
    {CARDS.map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton width="40%" height={16} />
        <Skeleton width="60%" height={12} />
        <Skeleton width="70%" height={14} />
        <Skeleton height={12} />
      </div>
    ))}
  </div>
)
