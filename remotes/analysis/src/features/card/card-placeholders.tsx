import { cx, Skeleton } from '@propsight/shared/ui'
import styles from './card.module.css'

/** Placeholder of a card with the same grid and height. The whole card pulses together. */
export const CardSkeleton = ({ top = false }: { top?: boolean }) => (
  <div className={cx(styles.card, styles.breathing, top ? styles.top : styles.row)} aria-hidden="true">
    <span className={styles.rank}>
      <Skeleton still width={16} height={18} />
    </span>
    <div className={cx(styles.who, styles.blank)}>
      <Skeleton still width="60%" height={14} />
      <Skeleton still width="80%" height={10} />
    </div>
    <div className={cx(styles.bet, styles.blank)}>
      <Skeleton still width="70%" height={14} />
      <Skeleton still width="50%" height={10} />
    </div>
    <div className={cx(styles.ten, styles.blankTen)}>
      <Skeleton still height="100%" />
    </div>
    <div className={cx(styles.rate, styles.blank)}>
      <Skeleton still width={48} height={18} />
      <Skeleton still width={80} height={10} />
    </div>
    <div className={cx(styles.chance, styles.blank)}>
      <span className={styles.figure}>
        <Skeleton still width={56} height={20} />
      </span>
      <span className={styles.track}>
        <Skeleton still height={8} />
      </span>
    </div>
    <div className={cx(styles.fair, styles.blank)}>
      <Skeleton still width={32} height={18} />
      <Skeleton still width={24} height={10} />
    </div>
    <div className={styles.act}>
      <div>
        <Skeleton still height="var(--ctl)" radius={8} />
      </div>
    </div>
    {top && (
      <div className={cx(styles.why, styles.blank)}>
        <Skeleton still width="80%" height={10} />
      </div>
    )}
  </div>
)
