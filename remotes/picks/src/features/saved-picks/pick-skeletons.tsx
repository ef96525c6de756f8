import { Skeleton } from '@propsight/shared/ui'
import styles from './saved-picks.module.css'

const CARDS = ['first', 'second', 'third']

/** The grid that is coming, in its own size. */
export const PickSkeletons = () => (
  <div className={styles.grid} aria-busy="true" role="status" aria-label="Loading picks">
    {CARDS.map((card) => (
      <div key={card} className={styles.card}>
        <Skeleton width="55%" height={16} />
        <Skeleton width="80%" height={12} />
        <Skeleton width="40%" height={24} />
        <Skeleton width="70%" height={12} />
      </div>
    ))}
  </div>
)
