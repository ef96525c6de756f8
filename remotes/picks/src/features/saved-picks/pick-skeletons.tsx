import { Skeleton } from '@propsight/shared/ui'
import styles from './saved-picks.module.css'

const CARDS = ['first', 'second', 'third']

/** Placeholders in the final size of the cards, so that the layout does not shift. */
export const PickSkeletons = () => (
  <div className={styles.grid} aria-busy="true" role="status" aria-label="Loading picks">
    {CARDS.map((card) => (
      <div key={card} className={styles.card}>
        <div className={styles.blank}>
          <Skeleton width="55%" height={16} />
          <Skeleton width="30%" height={10} />
        </div>
        <div className={styles.bet}>
          <div className={styles.blank}>
            <Skeleton width={96} height={20} />
            <Skeleton width={72} height={10} />
          </div>
          <div className={styles.blank}>
            <Skeleton width={64} height={24} />
            <Skeleton width={64} height={10} />
          </div>
        </div>
        <Skeleton height={8} />
        <Skeleton width={96} height={12} />
      </div>
    ))}
  </div>
)
