import type { PastParlayRow } from '@propsight/shared/contracts'
import { formatPercent, formatPercentRange } from '@propsight/shared/format'
import { Panel, Segmented } from '@propsight/shared/ui'
import { useMemo, useState } from 'react'
import { dateTimeText } from '../../state/parlay-text.ts'
import { type ParlayRecord, type ProfitPoint, parlayRecord } from './parlay-record.ts'
import { ProfitChart } from './profit-chart.tsx'
import styles from './track.module.css'
import { CHART_VIEWS, type ChartView, profitText } from './track-labels.ts'

/** Maximum number of rows; the CSV file has all of them. */
const SHOWN = 100

/** Profit after each parlay, the newest first. */
export function ProfitTable({ profit }: { profit: readonly ProfitPoint[] }) {
  const rows = profit.map((point, at) => ({ ...point, number: at + 1 })).toReversed()
  return (
    <table className="u-table">
      <caption className="u-vh">Profit in units after each parlay, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Ended</th>
          <th scope="col" className="u-num">
            One unit each
          </th>
          <th scope="col" className="u-num">
            Recommended
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, SHOWN).map(({ number, settledAt, flat, recommended }) => (
          <tr key={number}>
            <th scope="row">{dateTimeText(settledAt)}</th>
            <td className="u-num">{profitText(flat)}</td>
            <td className="u-num">{profitText(recommended)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function ParlaySummary({ won, lost, refunded, open, unpriced, rate, profit }: ParlayRecord) {
  const last = profit.at(-1)
  return (
    <div className={styles.short}>
      {rate ? (
        <p className={styles.rate}>
          <b className="u-fig">
            {won} of {won + lost}
          </b>{' '}
          won, {formatPercent(rate.observed)} (95% interval {formatPercentRange(rate.interval)}); all legs
          were promised {formatPercent(rate.forecast)} on average.
        </p>
      ) : (
        <p>No parlay has won or lost yet.</p>
      )}
      <p>
        {refunded} refunded, {open} open, {unpriced} without a public payout. One that ties or absences made
        smaller counts as won where the rest hit.
      </p>
      {last && (
        <p>
          Profit of {profit.length} with a payout: {profitText(last.flat)} at one unit each,{' '}
          {profitText(last.recommended)} at the recommended units.
        </p>
      )}
    </div>
  )
}

/**
 * Parlays: the observed win rate against the forecast, and the profit in units of those with a public payout.
 */
export function ParlayPanel({ parlays }: { parlays: readonly PastParlayRow[] }) {
  const [view, setView] = useState<ChartView>('chart')
  const record = useMemo(() => parlayRecord(parlays), [parlays])
  const charted = record.profit.length > 0
  return (
    <Panel
      title="Parlays"
      className={styles.panel}
      actions={
        charted && (
          <Segmented<ChartView> label="Profit" options={CHART_VIEWS} value={view} onChange={setView} tight />
        )
      }
    >
      <ParlaySummary {...record} />
      {charted &&
        (view === 'chart' ? <ProfitChart profit={record.profit} /> : <ProfitTable profit={record.profit} />)}
    </Panel>
  )
}
