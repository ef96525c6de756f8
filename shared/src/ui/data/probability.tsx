import type { Grade } from '@propsight/shared/domain'
import type { ReactElement } from 'react'
import { cx } from '../class-names.ts'
import styles from './probability.module.css'

export interface ProbabilityProps {
  /** Whole percents: the probability and the ends of its 80% interval. */
  percent: number
  low: number
  high: number
  /** Chance of a push in percent, told where there is one. */
  push?: number
  grade: Grade
  className?: string
}

/**
 * A probability with its interval, 63% 57–69: never a number alone. Its colour is a grade, never a side. For the eye
 * only: a `ProbabilityTrack` stands with it, whose name says the same as a sentence.
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
  /** Of which side; left out where nothing is called. */
  side?: 'OVER' | 'UNDER' | null
  /** Percent at which the leg is worth its stake; null where the payout is not public. */
  breakEven?: number | null
}

/** As it is read out: '63 percent likely over, interval 57 to 69, break-even 57.7, 12 percent push'. */
const sentenceOf = ({ percent, low, high, push, side, breakEven }: ProbabilityTrackProps): string =>
  [
    `${percent} percent likely${side ? ` ${side.toLowerCase()}` : ''}`,
    `interval ${low} to ${high}`,
    typeof breakEven === 'number' && `break-even ${breakEven.toFixed(1)}`,
    push && `${push} percent push`,
  ]
    .filter(Boolean)
    .join(', ')

/** The same on a line from 0 to 100: the interval a band, the probability a bar, the break-even a dashed tick. */
export const ProbabilityTrack = (props: ProbabilityTrackProps): ReactElement => {
  const { percent, low, high, breakEven = null, grade, className } = props
  return (
    <div className={cx(styles.track, styles[grade], className)} role="img" aria-label={sentenceOf(props)}>
      <span className={styles.scale} />
      <span className={styles.band} style={{ left: `${low}%`, width: `${high - low}%` }} />
      {breakEven !== null && <span className={styles.even} style={{ left: `${breakEven}%` }} />}
      <span className={styles.mark} style={{ left: `${percent}%` }} />
    </div>
  )
}
