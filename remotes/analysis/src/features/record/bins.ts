import type { CalibrationAnswer } from '@propsight/shared/contracts'
import { type Interval, wilson } from '@propsight/shared/domain'

export type Market = CalibrationAnswer['markets'][number]
export type Lineup = Market['lineup']

/** One range of forecasts with something in it. Shares are 0 to 1. */
export interface Bin {
  from: number
  to: number
  n: number
  predicted: number
  happened: number
  /** Wilson's 95% interval of `happened`, as if the forecasts were independent. */
  interval: Interval
  /** Whether the mean forecast lies outside of it. */
  missed: boolean
}

/** The ranges of these markets together that hold a forecast, lowest first. */
export function binsOf(markets: readonly Market[]): Bin[] {
  const sums = new Map<number, { from: number; to: number; n: number; predicted: number; happened: number }>()
  for (const { bins } of markets) {
    for (const { from, to, n, predicted, happened } of bins) {
      if (n === 0 || predicted === null || happened === null) continue
      const sum = sums.get(from) ?? { from, to, n: 0, predicted: 0, happened: 0 }
      sum.n += n
      sum.predicted += n * predicted
      sum.happened += n * happened
      sums.set(from, sum)
    }
  }
  return [...sums.values()]
    .toSorted((a, b) => a.from - b.from)
    .flatMap(({ from, to, n, predicted, happened }) => {
      // Shares travel rounded; what happened is a whole number of games.
      const times = Math.min(n, Math.round(happened))
      const interval = wilson(times, n)
      if (!interval) return []
      const mean = predicted / n
      const missed = mean < interval.low || mean > interval.high
      return [{ from, to, n, predicted: mean, happened: times / n, interval, missed }]
    })
}

export type Baseline = 'base' | 'lastTen' | 'season'

/** How much smaller the engine's squared error is than a baseline's, as a share of it; below 0 it is worse. */
export const gainOver = ({ brier }: Market, baseline: Baseline): number =>
  brier[baseline] === 0 ? 0 : 1 - brier.engine / brier[baseline]

/** Mean gain of some markets, each counted by its forecasts. */
export function pooledGain(markets: readonly Market[], baseline: Baseline): number {
  const sum = (of: Baseline | 'engine') => markets.reduce((total, { n, brier }) => total + n * brier[of], 0)
  const whole = sum(baseline)
  return whole === 0 ? 0 : 1 - sum('engine') / whole
}
