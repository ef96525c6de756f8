import { oneDecimal } from '../../state/parlay-text.ts'
import styles from './verdict.module.css'

interface JointTrackProps {
  percent: number
  low: number
  high: number
  breakEven: number | null
}

/**
 * The joint probability on a scale from 0 to 100, in a neutral colour: a red bar on a bet of positive
 * expected value would mislead.
 */
export const JointTrack = ({ percent, low, high, breakEven }: JointTrackProps) => (
  <div
    className={styles.track}
    role="img"
    aria-label={`${oneDecimal(percent)} percent likely that all legs win, interval ${oneDecimal(low)} to ${oneDecimal(high)}${breakEven === null ? '' : `, break-even ${oneDecimal(breakEven)}`}`}
  >
    <span className={styles.rail} />
    <span className={styles.band} style={{ left: `${low}%`, width: `${high - low}%` }} />
    {breakEven !== null && <span className={styles.even} style={{ left: `${breakEven}%` }} />}
    <span className={styles.bar} style={{ left: `${percent}%` }} />
  </div>
)
