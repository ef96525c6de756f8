import type { LineEvidence, PriceFigures, PriceRecord } from '@propsight/shared/domain/engine'
import type { MarketReport } from '../market/market-report.ts'
import type { Forecast, MarketFigures } from '../market/score-market.ts'
import { CommandError } from '../options.ts'

/** No weights: every date starts from the prior values. */
export const UNFITTED: LineEvidence = { data: '', from: '', to: '', weights: {} }

/** Least days between the first and the last date of shipped weights, both included. */
const LEAST_DAYS = 30
const DAY_MS = 86_400_000

/**
 * Checks that the prices cover enough days for weights that ship.
 * @param dates of the priced games, ascending
 * @throws CommandError for a window under 30 days
 */
export function checkShippable(dates: readonly string[]): void {
  const [from = ''] = dates
  const days = from === '' ? 0 : (Date.parse(dates.at(-1) ?? from) - Date.parse(from)) / DAY_MS + 1
  if (days < LEAST_DAYS)
    throw new CommandError(`--ship needs prices of at least ${LEAST_DAYS} days: these cover ${days}`)
}

const windowOf = ({ markets }: MarketReport): { from: string; to: string } => ({
  from: markets.flatMap(({ from }) => from ?? []).toSorted()[0] ?? '',
  to:
    markets
      .flatMap(({ to }) => to ?? [])
      .toSorted()
      .at(-1) ?? '',
})

/** The weights that ship, from all games of the report. */
export const lineEvidenceOf = (report: MarketReport): LineEvidence => ({
  data: report.data,
  ...windowOf(report),
  weights: Object.fromEntries(
    report.weights.filter(({ games }) => games > 0).map(({ stat, ...weights }) => [stat, weights]),
  ),
})

/** A figure without rows is not a number, which JSON cannot write. */
const orNull = (figure: number): number | null => (Number.isFinite(figure) ? figure : null)

/** The record that ships: sums only, without prices. */
export function priceRecordOf(report: MarketReport, madeOn: string): PriceRecord {
  const figures = (of: Readonly<Record<Forecast, number>>, { price }: MarketFigures): PriceFigures => ({
    market: orNull(of[price === 'first' ? 'marketFirst' : 'marketClose']),
    engine: orNull(of.engine),
    shown: orNull(of.shown),
    shownLineOnly: orNull(of.shownLineOnly),
  })
  return {
    engine: report.engine,
    data: report.data,
    ...windowOf(report),
    madeOn,
    markets: report.markets
      .filter(({ n }) => n > 0)
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
    bets: report.bets.flatMap(({ stat, price, kind, n, days, roi, low, high }) =>
      kind === 'claimed'
        ? []
        : [{ stat, price, rule: kind, n, days, roi: orNull(roi), low: orNull(low), high: orNull(high) }],
    ),
  }
}
