import { Skeleton } from '@propsight/shared/ui'
import styles from './card.module.css'
import parkStyles from './park.module.css'

const THREE = ['first', 'second', 'third']

/** Skeleton in the layout and size of a card. Shows the clubs as soon as they are known. */
export const CardSkeleton = ({ label }: { label?: string }) => (
  <li className={styles.card}>
    <div className={styles.head}>
      <div>
        {label ? <h4>{label}</h4> : <Skeleton width={96} height={20} />}
        <p>
          <Skeleton width={180} height={18} />
        </p>
      </div>
      <Skeleton width={84} height={22} />
    </div>
    <div className={styles.body}>
      <div className={parkStyles.park}>
        <Skeleton height="100%" radius={84} />
      </div>
      <div className={styles.readings}>
        {THREE.map((each) => (
          <Skeleton key={each} width={104} height={44} />
        ))}
        <Skeleton width={88} height={36} />
      </div>
    </div>
    <div className={styles.blanks}>
      {THREE.map((each) => (
        <Skeleton key={each} height={20} />
      ))}
    </div>
  </li>
)
