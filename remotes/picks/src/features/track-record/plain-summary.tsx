import type { CalibrationResponse } from '@propsight/shared/contracts'
import { formatPercent, longDayText } from '@propsight/shared/format'
import { Panel } from '@propsight/shared/ui'
import { binsOf, type Lineup, type Market, pooledGain } from './calibration-bins.ts'
import { listWeaknesses, rangeText } from './labels.ts'
import styles from './track-record.module.css'

interface PlainSummaryProps {
  record: CalibrationResponse
  markets: readonly Market[]
  lineup: Lineup
}

const MAX_WEAKNESSES = 8

/** Plain summary of the track record: calibration, gain over the baseline, and the data of the evaluation. */
export function PlainSummary({ record, markets, lineup }: PlainSummaryProps) {
  const bins = binsOf(markets)
  const fullest = bins.toSorted((a, b) => b.n - a.n)[0]
  const pooled = record.pooled.find((one) => one.lineup === lineup)
  const forecasts = markets.reduce((sum, { n }) => sum + n, 0)
  return (
    <Panel title="In short" className={styles.panel}>
      <ul className={styles.points}>
        {fullest && (
          <li>
            <b>Forecasts come true about as often as they say.</b> Of {fullest.n.toLocaleString('en-US')}{' '}
            forecasts of {rangeText(fullest)}, {formatPercent(fullest.predicted)} on average,{' '}
            {formatPercent(fullest.happened)} came true.
          </li>
        )}
        {pooled && (
          <li>
            <b>It is slightly better than plain guesses.</b> Its error is {formatPercent(pooled.gain)} smaller
            than that of a player's own season rate (95% interval {formatPercent(pooled.low)} to{' '}
            {formatPercent(pooled.high)}), and {formatPercent(pooledGain(markets, 'lastTen'))} smaller than
            that of the last ten games. One game is mostly chance.
          </li>
        )}
        <li>
          <b>The offered line is not counted here.</b> These are forecasts of the engine before the offered
          line counts as evidence.
        </li>
        <li>
          <b>What it was judged on.</b> {forecasts.toLocaleString('en-US')} forecasts of {markets.length}{' '}
          markets, {record.data}, {longDayText(record.from)} to {longDayText(record.to)}. No constant of these
          markets was fitted on these days: all come from before {longDayText(record.fittedTo)} had ended. But
          they were seen during development, so the results may look too good.
        </li>
      </ul>
    </Panel>
  )
}

/** The weaknesses of the engine that the track record shows. */
export function Weaknesses({ markets }: { markets: readonly Market[] }) {
  const misses = listWeaknesses(markets, (market) => binsOf([market]))
  const shown = misses.slice(0, MAX_WEAKNESSES)
  const more = misses.length - MAX_WEAKNESSES
  return (
    <Panel title="Where it misses" className={styles.panel}>
      <ul className={styles.points}>
        {shown.map((miss) => (
          <li key={miss}>{miss}</li>
        ))}
        {more > 0 && <li>And {more} more ranges, in the tables of each market.</li>}
        <li>
          Injuries, rest days and pinch hitters are not foreseen: a player is taken to start. Weather is shown
          beside a line and is not part of its probability.
        </li>
      </ul>
    </Panel>
  )
}
