import type { PastParlayRow } from '@propsight/shared/contracts'
import { formatPercent, formatPercentRange } from '@propsight/shared/domain'
import { Panel, Segmented } from '@propsight/shared/ui'
import { useMemo, useState } from 'react'
import { type ParlayRecord, parlayRecord } from './parlay-record.ts'
import { ProfitChart } from './profit-chart.tsx'
import { ProfitTable } from './profit-table.tsx'
import styles from './track.module.css'
import { CHART_VIEWS, type ChartView } from './views.ts'
import { profitText } from './track-labels.ts'

function InShort({ won, lost, refunded, open, unpriced, rate, profit }: ParlayRecord) {
  const last = profit.at(-1)
  return (
    <div className={styles.short}>
      {rate ? (
        <p className={styles.rate}>
          <b className="u-fig">
            {won} of {won + lost}
          </b>{' '}
          won, {formatPercent(rate.happened)} (95% interval {formatPercentRange(rate.interval)}); all legs were promised{' '}
          {formatPercent(rate.promised)} on average.
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
      <InShort {...record} />
      {charted &&
        (view === 'chart' ? <ProfitChart profit={record.profit} /> : <ProfitTable profit={record.profit} />)}
    </Panel>
  )
}
