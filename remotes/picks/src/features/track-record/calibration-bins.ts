import type { CalibrationResponse } from '@propsight/shared/contracts'
import { type Interval, wilson } from '@propsight/shared/domain'
import { type Cell, toCsv } from '@propsight/shared/format'

/** Decimals of the CSV: gains and errors differ in the fourth decimal. */
const DECIMALS = 5

const HEADING = [
  'Engine',
  'Data',
  'From',
  'To',
  'Market',
  'Order known',
  'Forecasts',
  'Went over',
  'Gain over base',
  'Gain over last ten',
  'Gain over season',
  'Calibration error',
  'Bias',
  'Slope',
  'Range from',
  'Range to',
  'In range',
  'Predicted',
  'Happened',
  'Low 95',
  'High 95',
]

/** The track record as CSV (RFC 4180): one row per range of each market. */
export function trackRecordCsv(record: CalibrationResponse): string {
  const { engine, data, from, to } = record
  const rows = record.markets.flatMap((market) => {
    const orderKnown = market.lineup === 'known' ? 'yes' : 'no'
    const gains = (['base', 'lastTen', 'season'] as const).map((baseline) => gainOver(market, baseline))
    const about: Cell[] = [
      engine,
      data,
      from,
      to,
      market.market,
      orderKnown,
      market.n,
      market.baseRate,
      ...gains,
    ]
    return binsOf([market]).map((bin): Cell[] => [
      ...about,
      market.ece,
      market.bias,
      market.slope,
      bin.from,
      bin.to,
      bin.n,
      bin.predicted,
      bin.happened,
      bin.interval.low,
      bin.interval.high,
    ])
  })
  return toCsv(HEADING, rows, DECIMALS)
}

export type Market = CalibrationResponse['markets'][number]
export type Lineup = Market['lineup']

/** A non-empty range of forecast probabilities. Shares are 0 to 1. */
export interface Bin {
  from: number
  to: number
  n: number
  predicted: number
  happened: number
  /** Wilson's 95% interval of `happened`, as if the forecasts were independent. */
  interval: Interval
  /** Whether the mean forecast is outside of `interval`. */
  missed: boolean
}

/** Pools the non-empty ranges of these markets, lowest first. */
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
      // The API sends rounded shares; the number of forecasts that came true is whole.
      const times = Math.min(n, Math.round(happened))
      const interval = wilson(times, n)
      if (!interval) return []
      const mean = predicted / n
      const missed = mean < interval.low || mean > interval.high
      return [{ from, to, n, predicted: mean, happened: times / n, interval, missed }]
    })
}

export type Baseline = 'base' | 'lastTen' | 'season'

/**
 * Reduction of the squared error against a baseline, as a share of the baseline's error; negative if worse.
 */
export const gainOver = ({ brier }: Market, baseline: Baseline): number =>
  brier[baseline] === 0 ? 0 : 1 - brier.engine / brier[baseline]

/** Gain over all these markets, weighted by the number of forecasts. */
export function pooledGain(markets: readonly Market[], baseline: Baseline): number {
  const sum = (of: Baseline | 'engine') => markets.reduce((total, { n, brier }) => total + n * brier[of], 0)
  const baselineError = sum(baseline)
  return baselineError === 0 ? 0 : 1 - sum('engine') / baselineError
}
