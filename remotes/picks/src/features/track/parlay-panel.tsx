import type { PastParlayRow } from '@propsight/shared/contracts'
import { type Interval, wilson } from '@propsight/shared/domain'
import { countText, formatPercent, formatPercentRange } from '@propsight/shared/format'
import { Table, type TableColumn } from '@propsight/shared/ui'
import { useMemo } from 'react'
import { parlayDayText } from '../../state/parlay-text.ts'
import { ChartPanel } from './chart-panel.tsx'
import { StepChart, type StepDrawing } from './step-chart.tsx'
import styles from './track.module.css'
import { profitText, SHOWN_ROWS, signedUnits } from './track-labels.ts'

/** The cumulative profit of the parlays with a payout at one point in time, in units. */
interface ProfitPoint {
  /** The day of the last game. */
  day: string
  /** With one unit on each parlay. */
  flat: number
  /** With the recommended units on each parlay; zero units without an edge. */
  recommended: number
}

interface ParlayRecord {
  won: number
  lost: number
  refunded: number
  open: number
  /** Settled without a public payout, so without a profit. */
  unpriced: number
  /**
   * Forecast and observed win rate of the parlays that won or lost, between 0 and 1; null when there are
   * none.
   */
  rate: { forecast: number; observed: number; interval: Interval } | null
  /** One point per parlay with a payout, in the order of settlement. */
  profit: ProfitPoint[]
}

const count = (rows: readonly PastParlayRow[], outcome: PastParlayRow['outcome']): number =>
  rows.filter((row) => row.outcome === outcome).length

function rateOf(rows: readonly PastParlayRow[]): ParlayRecord['rate'] {
  const decided = rows.filter(({ outcome }) => outcome === 'won' || outcome === 'lost')
  const won = count(decided, 'won')
  const interval = wilson(won, decided.length)
  if (!interval) return null
  const forecast = decided.reduce((sum, row) => sum + row.overall_confidence, 0) / decided.length / 100
  return { forecast, observed: won / decided.length, interval }
}

type Priced = PastParlayRow & { paid: number; settled_at: string }
const isPriced = (row: PastParlayRow): row is Priced =>
  row.outcome !== 'pending' && row.paid !== null && row.settled_at !== null

function profitOf(rows: readonly PastParlayRow[]): ProfitPoint[] {
  let flat = 0
  let recommended = 0
  return rows
    .filter(isPriced)
    .toSorted((a, b) => Date.parse(a.settled_at) - Date.parse(b.settled_at))
    .map((row) => {
      const profit = row.paid - 1
      flat += profit
      recommended += (row.recommended_units ?? 0) * profit
      return { day: parlayDayText(row), flat, recommended }
    })
}

/** The outcomes of parlays against their forecasts, and the profit of those with a public payout. */
export function parlayRecord(rows: readonly PastParlayRow[]): ParlayRecord {
  const open = count(rows, 'pending')
  const profit = profitOf(rows)
  return {
    won: count(rows, 'won'),
    lost: count(rows, 'lost'),
    refunded: count(rows, 'refunded'),
    open,
    unpriced: rows.length - open - profit.length,
    rate: rateOf(rows),
    profit,
  }
}

type ProfitRow = ProfitPoint & { number: number }

const PROFIT_COLUMNS: readonly TableColumn<ProfitRow>[] = [
  { head: 'Ended', rowHeader: true, cell: ({ day }) => day },
  { head: 'One unit each', numeric: true, cell: ({ flat }) => profitText(flat) },
  { head: 'Recommended', numeric: true, cell: ({ recommended }) => profitText(recommended) },
]

/** Profit after each parlay, the newest first. */
export const ProfitTable = ({ profit }: { profit: readonly ProfitPoint[] }) => (
  <Table
    label="Profit in units after each parlay, newest first"
    columns={PROFIT_COLUMNS}
    rows={profit
      .map((point, at) => ({ ...point, number: at + 1 }))
      .toReversed()
      .slice(0, SHOWN_ROWS)}
    keyOf={({ number }) => number}
  />
)

function ParlaySummary({ won, lost, refunded, open, unpriced, rate, profit }: ParlayRecord) {
  const last = profit.at(-1)
  return (
    <div className={styles.short}>
      {rate ? (
        <p className={styles.rate}>
          <b className="u-fig">
            {won} of {won + lost}
          </b>{' '}
          won, {formatPercent(rate.observed)} (95% interval {formatPercentRange(rate.interval)}); the average
          forecast was {formatPercent(rate.forecast)}.
        </p>
      ) : (
        <p>No parlay has won or lost yet.</p>
      )}
      <p>
        {refunded} refunded, {open} open, {unpriced} without a public payout. A parlay reduced by ties or
        absences counts as won if the rest hit.
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

/** The cumulative profit after each parlay: one unit each, and the recommended units. */
export const profitDrawing = (profit: readonly ProfitPoint[]): StepDrawing => ({
  steps: profit.map(({ day, flat, recommended }, at) => ({
    date: day,
    solid: flat,
    dashed: recommended,
    tooltip: [
      `Parlay ${at + 1}, ${day}`,
      `${profitText(flat)} at one unit each`,
      `${profitText(recommended)} recommended`,
    ],
  })),
  names: { solid: 'one unit each', dashed: 'recommended' },
  origin: 0,
  axis: { format: signedUnits },
})

/** The content of the chart as one sentence, for assistive technology. */
export function describeProfit(profit: readonly ProfitPoint[]): string {
  const first = profit[0]
  const last = profit.at(-1)
  if (!first || !last) return 'No profit yet'
  return `Profit after ${countText(profit.length, 'parlay')}, ${first.day} to ${last.day}: ${profitText(last.flat)} at one unit each, ${profitText(last.recommended)} at the recommended units`
}

function ProfitChart({ profit }: { profit: readonly ProfitPoint[] }) {
  const drawing = useMemo(() => profitDrawing(profit), [profit])
  return <StepChart label={describeProfit(profit)} drawing={drawing} />
}

/**
 * Parlays: the observed win rate against the forecast, and the profit in units of those with a public payout.
 */
export function ParlayPanel({ parlays }: { parlays: readonly PastParlayRow[] }) {
  const record = useMemo(() => parlayRecord(parlays), [parlays])
  const { profit } = record
  return (
    <ChartPanel
      title="Parlays"
      toggle="Profit"
      chart={profit.length > 0 ? <ProfitChart profit={profit} /> : null}
      table={<ProfitTable profit={profit} />}
    >
      <ParlaySummary {...record} />
    </ChartPanel>
  )
}
