import { countText, formatPercent, formatPercentRange, formatSigned } from '@propsight/shared/format'
import { Panel } from '@propsight/shared/ui'
import { type ClosingRecord, LEAST_DAYS } from './closing-record.ts'
import styles from './track.module.css'

/** Closing-line value: how often, and by how much, sportsbook prices moved toward the recorded sides. */
export function ClosingPanel({ lines, beaten, share, average, interval, withoutClose }: ClosingRecord) {
  return (
    <Panel title="Closing-line value">
      <div className={styles.short}>
        <p className={styles.rate}>
          <b className="u-fig">{formatPercent(share.observed)}</b> beat the close, {beaten} of {lines} (95%
          interval {formatPercentRange(share.interval)}).
        </p>
        <p>
          {formatSigned(average)} percentage points on average
          {interval
            ? ` (95% interval ${formatSigned(interval.low)} to ${formatSigned(interval.high)}, by day)`
            : `; an interval needs lines of ${LEAST_DAYS} days`}
          .{withoutClose > 0 && ` ${countText(withoutClose, 'line')} had no price left at the start.`}
        </p>
        <p className={styles.note}>
          The sportsbooks’ chance of the side, without their margin, at the start of the game, minus the
          chance when the line was recorded. The server records both. An average above zero over hundreds of
          lines means good prices, whatever the results.
        </p>
      </div>
    </Panel>
  )
}
