import type { PastParlayRow } from '@propsight/shared/contracts'
import { type Interval, wilson } from '@propsight/shared/domain'
import { parlayDayText } from '../../state/parlay-text.ts'

/** The cumulative profit of the parlays with a payout at one point in time, in units. */
export interface ProfitPoint {
  /** The day of the last game. */
  day: string
  /** With one unit on each parlay. */
  flat: number
  /** With the recommended units on each parlay; zero units without an edge. */
  recommended: number
}

export interface ParlayRecord {
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
