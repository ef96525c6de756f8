import { marketLabel } from '@propsight/shared/domain'
import { cx, Skeleton } from '@propsight/shared/ui'
import { memo } from 'react'
import type { LoadingRow } from '../../state/rank-board.ts'
import styles from './card.module.css'
import { ClubMark } from './card-parts.tsx'

/** Placeholder of a row of a long board until it is rendered a few frames later. Same height as a row. */
export const RowPlaceholder = () => <div className={styles.place} aria-hidden="true" />

/**
 * A row whose record has not arrived: the book's line with placeholders, or the reason why the line is not
 * ranked.
 */
export const PendingRow = memo(function PendingRow({ line, reason }: Pick<LoadingRow, 'line' | 'reason'>) {
  return (
    <div className={styles.card}>
      <span className={cx(styles.rank, 'u-fig')}>–</span>
      <ClubMark line={line} />
      <div className={styles.who}>
        <span className={styles.name}>{line.name}</span>
        <span>{line.team}</span>
      </div>
      <div className={styles.bet}>
        <span className={styles.nocall}>{line.line}</span>
        <span className={styles.market}>{marketLabel(line.statType)}</span>
      </div>
      {reason ? <span className={styles.reason}>{reason}</span> : <FigurePlaceholders />}
    </div>
  )
})

/** Placeholders of price, probability, value and the last ten games. */
const FigurePlaceholders = () => (
  <>
    <div className={cx(styles.price, styles.blank)} aria-hidden="true">
      <Skeleton still width={56} height={16} />
    </div>
    <div className={cx(styles.chance, styles.blank)} aria-hidden="true">
      <Skeleton still width={56} height={18} />
    </div>
    <div className={cx(styles.value, styles.blank)} aria-hidden="true">
      <Skeleton still width={40} height={16} />
    </div>
    <div className={cx(styles.ten, styles.blankTen)} aria-hidden="true">
      <Skeleton still height="100%" />
    </div>
  </>
)

/** Placeholder of a card with the same grid and height. The whole card pulses together. */
export const CardSkeleton = ({ top = false }: { top?: boolean }) => (
  <div className={cx(styles.card, styles.breathing, top && styles.top)} aria-hidden="true">
    <span className={styles.rank}>
      <Skeleton still width={16} height={18} />
    </span>
    <span className={styles.club} />
    <div className={cx(styles.who, styles.blank)}>
      <Skeleton still width="60%" height={14} />
      <Skeleton still width="80%" height={10} />
    </div>
    <div className={cx(styles.bet, styles.blank)}>
      <Skeleton still width="70%" height={14} />
    </div>
    <FigurePlaceholders />
  </div>
)
