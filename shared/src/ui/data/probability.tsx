import type { Grade } from '@propsight/shared/domain'
import type { CSSProperties, ReactElement } from 'react'
import { cx } from '../helpers.ts'
import styles from './probability.module.css'

export interface ProbabilityProps {
  /** Probability and the ends of its 80% interval, in whole percent. */
  percent: number
  low: number
  high: number
  /** Probability of a push in percent; shown if above 0. */
  push?: number
  grade: Grade
  className?: string
}

/**
 * A probability with its interval, such as 63% 57–69. The color shows the grade, not the side. Hidden from
 * assistive technology, because the accompanying `ProbabilityTrack` has the same content as its accessible
 * name.
 */
export const Probability = ({
  percent,
  low,
  high,
  push = 0,
  grade,
  className,
}: ProbabilityProps): ReactElement => (
  <span className={cx(styles.figure, className)} aria-hidden="true">
    <b className={cx('u-fig', styles[grade])}>
      {percent}
      <small>%</small>
    </b>
    <span className={styles.interval} title="80% interval">
      {low}–{high}
      {push > 0 && <span> · {push}% push</span>}
    </span>
  </span>
)

export interface ProbabilityTrackProps extends ProbabilityProps {
  /** Side of the probability; absent without a recommendation. */
  side?: 'OVER' | 'UNDER' | null
  /** Break-even probability of the leg in percent; null if the payout is not public. */
  breakEven?: number | null
}

/**
 * Returns the accessible name: '63 percent likely over, interval 57 to 69, break-even 57.7, 12 percent push'.
 */
const accessibleName = ({ percent, low, high, push, side, breakEven }: ProbabilityTrackProps): string =>
  [
    `${percent} percent likely${side ? ` ${side.toLowerCase()}` : ''}`,
    `interval ${low} to ${high}`,
    typeof breakEven === 'number' && `break-even ${breakEven.toFixed(1)}`,
    push && `${push} percent push`,
  ]
    .filter(Boolean)
    .join(', ')

/** A probability on a scale from 0 to 100: the interval as a band, the break-even as a dashed tick. */
export const ProbabilityTrack = (props: ProbabilityTrackProps): ReactElement => {
  const { percent, low, high, breakEven = null, grade, className } = props
  return (
    <div
      className={cx(styles.track, styles[grade], className)}
      style={{ '--percent': `${percent}%` } as CSSProperties}
      role="img"
      aria-label={accessibleName(props)}
    >
      <span className={styles.band} style={{ marginLeft: `${low}%`, width: `${high - low}%` }} />
      {breakEven !== null && <span className={styles.even} style={{ marginLeft: `${breakEven}%` }} />}
    </div>
  )
}
