import { cx, Skeleton } from '@propsight/shared/ui'
import styles from './card.module.css'

/** A card before its player is there: the same grid, the same height. */
export const CardSkeleton = ({ top = false }: { top?: boolean }) => (
  <div className={cx(styles.card, top ? styles.top : styles.row)} aria-hidden="true">
    <span className={styles.rank}>
      <Skeleton width={16} height={18} />
    </span>
    <div className={cx(styles.who, styles.blank)}>
      <Skeleton width="60%" height={14} />
      <Skeleton width="80%" height={10} />
    </div>
    <div className={cx(styles.bet, styles.blank)}>
      <Skeleton width="70%" height={14} />
      <Skeleton width="50%" height={10} />
    </div>
    <div className={cx(styles.ten, styles.blankTen)}>
      <Skeleton height="100%" />
    </div>
    <div className={cx(styles.rate, styles.blank)}>
      <Skeleton width={48} height={18} />
      <Skeleton width={80} height={10} />
    </div>
    <div className={cx(styles.chance, styles.blank)}>
      <span className={styles.figure}>
        <Skeleton width={56} height={20} />
      </span>
      <span className={styles.track}>
        <Skeleton height={8} />
      </span>
    </div>
    <div className={cx(styles.fair, styles.blank)}>
      <Skeleton width={32} height={18} />
      <Skeleton width={24} height={10} />
    </div>
    <div className={styles.act}>
      <div>
        <Skeleton height="var(--ctl)" radius={8} />
      </div>
    </div>
    {top && (
      <div className={cx(styles.why, styles.blank)}>
        <Skeleton width="80%" height={10} />
      </div>
    )}
  </div>
)
