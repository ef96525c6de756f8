import {
  chanceAtLeast,
  decidedOver,
  type LineSource,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import { noVigOver, PRODUCT_REMOVAL } from '@propsight/shared/domain/odds'
import {
  type BandRow,
  bootstrapRatio,
  type Estimate,
  expectedCalibrationError,
  groupCoverage,
  logLoss,
  mean,
  recalibration,
  reliabilityBins,
  squaredErrors,
} from '../score/figures.ts'
import { engineChance, type ForecastGame, type Price, shownMarket, snapshotsOf } from './forecast-prices.ts'
import type { WeightsOf } from './learn-weights.ts'

/**
 * The compared probabilities of the over. `market…` are the books without their margin. `shown` is what the
 * product displays where it knows a price, `shownLineOnly` what it displays where it knows the line only, by the
 * shipped weights; `relearned…` the same by the weights of earlier dates. `ownRate` is the player's shrunk share of
 * overs, `constant` that of all games.
 */
export const FORECASTS = [
  'marketFirst',
  'marketFirstPower',
  'marketFirstShin',
  'marketClose',
  'marketClosePower',
  'marketCloseShin',
  'engine',
  'shown',
  'shownLineOnly',
  'relearned',
  'relearnedLineOnly',
  'ownRate',
  'constant',
  'coin',
] as const
export type Forecast = (typeof FORECASTS)[number]

/** A probability with the ends of its 80% interval, where it has one. */
interface Chance {
  readonly over: number
  readonly low?: number
  readonly high?: number
}

/** One judged game; a forecast that does not exist is null. */
export interface MarketRow {
  readonly date: string
  readonly over: 0 | 1
  readonly line: number
  readonly actual: number
  readonly forecast: StatForecast
  readonly chances: Readonly<Record<Forecast, Chance | null>>
}

/** Mean loss of one forecast minus that of another on the same games; negative is better. */
export interface Difference {
  readonly of: Forecast
  readonly against: Forecast
  readonly n: number
  readonly logLoss: Estimate
  readonly brier: Estimate
}

type PerForecast = Readonly<Record<Forecast, number>>

/** Figures of one market at the line of one snapshot. A figure without rows is NaN. */
export interface MarketFigures {
  readonly market: string
  readonly stat: string
  readonly source: LineSource
  readonly price: Price
  readonly n: number
  readonly days: number
  readonly from: string | null
  readonly to: string | null
  /** Share of games that went over. */
  readonly overs: number
  /** Games without a score. */
  readonly pushes: number
  readonly voids: number
  readonly withoutTwoSidedBook: number
  /** Number of games that each forecast exists for; its figures cover only these. */
  readonly rows: PerForecast
  readonly logLoss: PerForecast
  readonly brier: PerForecast
  readonly ece: PerForecast
  /** Logistic recalibration: 1 and 0 if calibrated. */
  readonly slope: PerForecast
  readonly intercept: PerForecast
  /** Mean forecast minus share of overs. */
  readonly bias: PerForecast
  /** Share of groups of games inside their 80% interval (`groupCoverage`); NaN for forecasts without one. */
  readonly coverage: PerForecast
  /** The same with intervals without width: what the noise of the outcomes covers alone. */
  readonly noiseCoverage: PerForecast
  readonly differences: readonly Difference[]
  /** Mean absolute errors; null for home runs, whose line is always the same. */
  readonly mae: {
    readonly line: number
    readonly engineMedian: number
    readonly engineFairLine: number
  } | null
}

const PRICES: Readonly<Record<Price, string>> = { first: 'first line', close: 'closing line' }

/** A stat at the lines of one source and snapshot. */
export interface JudgedMarket {
  readonly stat: string
  readonly source: LineSource
  readonly price: Price
}

/** Whether a game belongs to a judged market. */
export const isOf =
  ({ stat, source, price }: JudgedMarket) =>
  ({ joined }: ForecastGame): boolean =>
    joined.stat === stat && joined.priced.source === source && snapshotsOf(joined.priced).includes(price)

/** 'strikeouts, first line' */
export function marketName({ stat, source, price }: JudgedMarket): string {
  const name = stat === 'Pitcher Strikeouts' ? 'strikeouts' : stat.toLowerCase()
  return `${name}, ${source === 'pickem' ? 'pick’em line' : PRICES[price]}`
}

/** The market that a price is compared with. */
const REFERENCE = { first: 'marketFirst', close: 'marketClose' } as const

/** The probability of the over that the product displays, if the stat does not equal the line, with its band. */
function shownChance(...market: Parameters<typeof shownMarket>): Chance {
  const [, line] = market
  const { distribution, low, high } = shownMarket(...market)
  return { over: decidedOver(distribution, line), low: decidedOver(low, line), high: decidedOver(high, line) }
}

/** The weights by which probabilities are displayed: those that ship, and those learned from earlier dates. */
export interface ComparedWeights {
  readonly shipped: WeightsOf
  readonly relearned: WeightsOf
}

function marketRow(
  { joined, ...forecasts }: ForecastGame,
  { price, source }: JudgedMarket,
  actual: number,
  weights: ComparedWeights,
): Omit<MarketRow, 'chances'> & { chances: Omit<MarketRow['chances'], 'constant'> } {
  const { first, close } = joined.priced
  const { date } = joined.row
  const { line, quotes } = joined.priced[price]
  const forecast = forecasts[price]
  const known = noVigOver(quotes, line, PRODUCT_REMOVAL)
  const plain = (over: number | null): Chance | null => (over === null ? null : { over })
  const shown = (by: WeightsOf, at: number | null) =>
    shownChance(forecast, line, at, source, by(joined.stat, source, date))
  return {
    date,
    over: actual > line ? 1 : 0,
    line,
    actual,
    forecast,
    chances: {
      marketFirst: plain(noVigOver(first.quotes, line, 'proportional')),
      marketFirstPower: plain(noVigOver(first.quotes, line, 'power')),
      marketFirstShin: plain(noVigOver(first.quotes, line, 'shin')),
      marketClose: plain(noVigOver(close.quotes, line, 'proportional')),
      marketClosePower: plain(noVigOver(close.quotes, line, 'power')),
      marketCloseShin: plain(noVigOver(close.quotes, line, 'shin')),
      engine: { over: engineChance(forecast, line) },
      shown: known === null ? null : shown(weights.shipped, known),
      shownLineOnly: shown(weights.shipped, null),
      relearned: known === null ? null : shown(weights.relearned, known),
      relearnedLineOnly: shown(weights.relearned, null),
      ownRate: plain(joined.ownRate ?? null),
      coin: { over: 0.5 },
    },
  }
}

/** Rows with both forecasts, as pairs. */
const paired = (rows: readonly MarketRow[], of: Forecast, against: Forecast) =>
  rows.flatMap(({ date, over, chances }) => {
    const one = chances[of]
    const other = chances[against]
    return one === null || other === null ? [] : [{ date, over, one: one.over, other: other.over }]
  })

function difference(rows: readonly MarketRow[], of: Forecast, against: Forecast): Difference {
  const pairs = paired(rows, of, against)
  const days = [...Map.groupBy(pairs, ({ date }) => date).values()]
  const estimate = (loss: (chance: number, over: number) => number): Estimate =>
    bootstrapRatio(
      days.map((day) => ({
        numerator: day.reduce((sum, { one, other, over }) => sum + loss(one, over) - loss(other, over), 0),
        denominator: day.length,
      })),
    )
  return {
    of,
    against,
    n: pairs.length,
    logLoss: estimate((chance, over) => logLoss([chance], [over])),
    brier: estimate((chance, over) => mean(squaredErrors([chance], [over]))),
  }
}

/** Least integer that the stat does not exceed with a chance of at least one half. */
export function medianOf({ distribution }: Pick<StatForecast, 'distribution'>): number {
  let value = distribution.least
  while (chanceAtLeast(distribution, value + 1) > 0.5) value += 1
  return value
}

const absoluteErrors = (rows: readonly MarketRow[]) => ({
  line: mean(rows.map(({ actual, line }) => Math.abs(actual - line))),
  engineMedian: mean(rows.map(({ actual, forecast }) => Math.abs(actual - medianOf(forecast)))),
  engineFairLine: mean(rows.map(({ actual, forecast }) => Math.abs(actual - forecast.fairLine))),
})

/** The rows of a forecast with an interval, as `groupCoverage` takes them. */
const bandRows = (rows: readonly MarketRow[], name: Forecast): BandRow[] =>
  rows.flatMap(({ over, chances }) => {
    const { over: chance = 0, low, high } = chances[name] ?? {}
    return low === undefined || high === undefined ? [] : [{ over, chance, low, high }]
  })

/** Computes all figures of one stat at the lines of one source and snapshot. */
export function scoreMarket(
  games: readonly ForecastGame[],
  market: JudgedMarket,
  weights: ComparedWeights,
): MarketFigures {
  const { stat, source, price } = market
  const own = games.filter(isOf(market))
  const played = own.flatMap((game) =>
    game.joined.actual === null ? [] : [marketRow(game, market, game.joined.actual, weights)],
  )
  const decided = played.filter(({ actual, line }) => actual !== line)
  const compared =
    source === 'pickem' ? decided : decided.filter(({ chances }) => chances[REFERENCE[price]] !== null)
  const overs = mean(compared.map(({ over }) => over))
  const rows = compared.map(
    (row): MarketRow => ({ ...row, chances: { ...row.chances, constant: { over: overs } } }),
  )
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted()
  const perForecast = (of: (name: Forecast) => number): PerForecast =>
    Object.fromEntries(FORECASTS.map((name) => [name, of(name)])) as Record<Forecast, number>
  const figure = (of: (chances: readonly number[], overs: readonly number[]) => number): PerForecast =>
    perForecast((name) => {
      const pairs = paired(rows, name, name)
      return of(
        pairs.map(({ one }) => one),
        pairs.map(({ over }) => over),
      )
    })
  return {
    market: marketName(market),
    stat,
    source,
    price,
    n: rows.length,
    days: dates.length,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    overs,
    pushes: played.length - decided.length,
    voids: own.length - played.length,
    withoutTwoSidedBook: decided.length - rows.length,
    rows: figure((chances) => chances.length),
    logLoss: figure(logLoss),
    brier: figure((chances, overs) => mean(squaredErrors(chances, overs))),
    ece: figure((chances, overs) => expectedCalibrationError(reliabilityBins(chances, overs))),
    slope: figure((chances, overs) => recalibration(chances, overs).slope),
    intercept: figure((chances, overs) => recalibration(chances, overs).intercept),
    bias: figure((chances, overs) => mean(chances) - mean(overs)),
    coverage: perForecast((name) => groupCoverage(bandRows(rows, name))),
    noiseCoverage: perForecast((name) =>
      groupCoverage(bandRows(rows, name).map((row) => ({ ...row, low: row.chance, high: row.chance }))),
    ),
    differences: [
      ...(['engine', 'shown', 'relearned'] as const).flatMap((name) =>
        source === 'pickem' ? [] : [difference(rows, name, REFERENCE[price])],
      ),
      difference(rows, 'engine', 'coin'),
      ...(rows.some(({ chances }) => chances.ownRate) ? [difference(rows, 'engine', 'ownRate')] : []),
      difference(rows, 'shownLineOnly', 'constant'),
      difference(rows, 'relearnedLineOnly', 'constant'),
    ],
    mae: stat === 'Home Runs' ? null : absoluteErrors(rows),
  }
}
