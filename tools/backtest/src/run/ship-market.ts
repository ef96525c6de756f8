import {
  LINE_EVIDENCE,
  type LineEvidence,
  type LineSource,
  PRIOR_KINDS,
  type PriceFigures,
  type PriceRecord,
  type SourceWeights,
} from '@propsight/shared/domain/engine'
import type { MarketReport } from '../market/market-report.ts'
import type { Forecast, MarketFigures } from '../market/score-market.ts'
import { CommandError } from '../options.ts'

/** No weights: every date starts from the prior values. */
export const UNFITTED: LineEvidence = {
  data: '',
  from: '',
  to: '',
  books: { weights: {}, kinds: PRIOR_KINDS.books },
  pickem: { weights: {}, kinds: PRIOR_KINDS.pickem },
}

/** Least days between the first and the last date of shipped weights, both included. */
const LEAST_DAYS = 30
const DAY_MS = 86_400_000

/** Days from the first to the last date, both included. */
function daysCovered(dates: readonly string[]): number {
  const sorted = dates.toSorted()
  const from = Date.parse(sorted[0] ?? '')
  return Number.isNaN(from) ? 0 : (Date.parse(sorted.at(-1) ?? '') - from) / DAY_MS + 1
}

/**
 * Checks for each stat whether its prices cover enough days for weights that ship.
 * @param games the priced games
 * @returns the stats whose weights may ship, and a note for each other one
 * @throws CommandError if the prices of every stat cover fewer than 30 days
 */
export function checkShippable(games: readonly { readonly stat: string; readonly date: string }[]): {
  readonly stats: readonly string[]
  readonly notes: readonly string[]
} {
  const covered = [...Map.groupBy(games, ({ stat }) => stat)].map(([stat, own]) => ({
    stat,
    days: daysCovered(own.map(({ date }) => date)),
  }))
  const stats = covered.filter(({ days }) => days >= LEAST_DAYS).map(({ stat }) => stat)
  const short = covered.filter(({ days }) => days < LEAST_DAYS)
  if (stats.length === 0)
    throw new CommandError(
      `--ship needs prices of at least ${LEAST_DAYS} days for a stat: ${
        short.map(({ stat, days }) => `${stat} has ${days}`).join(', ') || 'there are none'
      }`,
    )
  return {
    stats,
    notes: short.map(
      ({ stat, days }) =>
        `${stat}: prices of ${days} days, fewer than ${LEAST_DAYS}: its weights stay as shipped`,
    ),
  }
}

const windowOf = ({ markets }: MarketReport): { from: string; to: string } => ({
  from: markets.flatMap(({ from }) => from ?? []).toSorted()[0] ?? '',
  to:
    markets
      .flatMap(({ to }) => to ?? [])
      .toSorted()
      .at(-1) ?? '',
})

/**
 * The weights that ship, from all games of the report.
 * @param stats those whose prices cover enough days; the others keep their shipped weights
 */
export function lineEvidenceOf(
  report: MarketReport,
  stats: readonly string[],
  shipped: LineEvidence = LINE_EVIDENCE,
): LineEvidence {
  const fittedAt = (source: LineSource): SourceWeights => {
    const { weights, kinds } = report.weights.relearned[source]
    const fitted = Object.entries(weights).filter(([stat]) => stats.includes(stat))
    return { weights: { ...shipped[source].weights, ...Object.fromEntries(fitted) }, kinds }
  }
  return {
    data: report.data,
    ...windowOf(report),
    books: fittedAt('books'),
    pickem: fittedAt('pickem'),
  }
}

/** A figure without rows is not a number, which JSON cannot write. */
const orNull = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)

/** The record that ships: sums only, without prices. */
export function priceRecordOf(report: MarketReport, madeOn: string): PriceRecord {
  const figures = (of: Readonly<Record<Forecast, number>>, { price }: MarketFigures): PriceFigures => ({
    market: orNull(of[price === 'first' ? 'marketFirst' : 'marketClose']),
    engine: orNull(of.engine),
    // The shipped weights were fitted on these games.
    shown: orNull(of.relearned),
    shownLineOnly: orNull(of.relearnedLineOnly),
  })
  return {
    engine: report.engine,
    data: report.data,
    ...windowOf(report),
    madeOn,
    markets: report.markets
      .filter(({ n, source }) => n > 0 && source === 'books')
      .map((each) => ({
        market: each.market,
        stat: each.stat,
        price: each.price,
        n: each.n,
        days: each.days,
        logLoss: figures(each.logLoss, each),
        brier: figures(each.brier, each),
        ece: figures(each.ece, each),
        slope: figures(each.slope, each),
      })),
    bets: report.bets.flatMap(({ stat, price, kind, n, days, roi, low, high, closingValue }) => {
      if (kind === 'claimed') return []
      const figures = { roi: orNull(roi), low: orNull(low), high: orNull(high) }
      const closing = closingValue && {
        value: closingValue.estimate,
        low: closingValue.low,
        high: closingValue.high,
      }
      const known = closing !== null && Object.values(closing).every(Number.isFinite)
      return [{ stat, price, rule: kind, n, days, ...figures, closing: known ? closing : null }]
    }),
  }
}
