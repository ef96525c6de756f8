import { marketLabel } from '@propsight/shared/domain'
import { cx, Skeleton } from '@propsight/shared/ui'
import { memo } from 'react'
import type { Place } from '../../state/rank-board.ts'
import styles from './card.module.css'

/**
 * A row whose record has not arrived: the book's line with placeholders, or the reason why the line is not
 * ranked.
 */
export const WaitingRow = memo(function WaitingRow({ line, reason }: Pick<Place, 'line' | 'reason'>) {
  return (
    <div className={cx(styles.card, styles.row)}>
      <span className={cx(styles.rank, 'u-fig')}>–</span>
      <div className={styles.who}>
        <span className={styles.name}>{line.name}</span>
        <span>{line.team}</span>
      </div>
      <div className={styles.bet}>
        <span className={styles.nocall}>{line.line}</span>
        <span className={styles.market}>{marketLabel(line.statType)}</span>
      </div>
      {reason ? (
        <span className={styles.reason}>{reason}</span>
      ) : (
        <>
          <div className={cx(styles.ten, styles.blankTen)} aria-hidden="true">
            <Skeleton still height="100%" />
          </div>
          <div className={cx(styles.rate, styles.blank)} aria-hidden="true">
            <Skeleton still width={48} height={18} />
            <Skeleton still width={72} height={10} />
          </div>
          <div className={cx(styles.chance, styles.blank)} aria-hidden="true">
            <span className={styles.figure}>
              <Skeleton still width={56} height={20} />
            </span>
            <span className={styles.track}>
              <Skeleton still height={8} />
            </span>
          </div>
          <div className={cx(styles.fair, styles.blank)} aria-hidden="true">
            <Skeleton still width={32} height={18} />
          </div>
        </>
      )}
    </div>
  )
})
