import {
  chanceAtLeast,
  conditionOnOffer,
  decidedOver,
  type EvidenceWeights,
  type LineEvidence,
  type StatForecast,
} from '@propsight/shared/domain/engine'
import { noVigOver, PRODUCT_REMOVAL } from '@propsight/shared/domain/odds'
import {
  bootstrapRatio,
  type Estimate,
  expectedCalibrationError,
  logLoss,
  mean,
  recalibration,
  reliabilityBins,
  squaredErrors,
} from '../score/figures.ts'
import { type BlendFit, blendChances } from './blend.ts'
import { engineChance, type ForecastGame } from './forecast-prices.ts'
import { type EvidenceRow, weightsByDate } from './learn-weights.ts'
import type { PricedStat } from './read-prices.ts'

/**
 * The compared probabilities of the over. `market…` are the books without their margin. `shown` is what the
 * product displays where it knows a price, `shownLineOnly` what it displays where it knows the line only.
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
  'blend',
  'coin',
] as const
export type Forecast = (typeof FORECASTS)[number]

/** The two snapshots: each market is judged at the line of either. */
export type Price = 'first' | 'close'

/** One judged game; a forecast that does not exist is null. */
export interface MarketRow {
  readonly date: string
  readonly over: 0 | 1
  readonly line: number
  readonly actual: number
  readonly forecast: StatForecast
  readonly chances: Readonly<Record<Forecast, number | null>>
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
  readonly stat: PricedStat
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
  readonly differences: readonly Difference[]
  readonly blend: BlendFit
  /** Mean absolute errors; null for home runs, whose line is always the same. */
  readonly mae: {
    readonly line: number
    readonly engineMedian: number
    readonly engineFairLine: number
  } | null
}

const NAMES: Readonly<Record<PricedStat, string>> = {
  'Pitcher Strikeouts': 'strikeouts',
  'Home Runs': 'home runs',
}
const PRICES: Readonly<Record<Price, string>> = { first: 'first line', close: 'closing line' }

/** 'strikeouts, first line' */
export const marketName = (stat: PricedStat, price: Price): string => `${NAMES[stat]}, ${PRICES[price]}`

/** The market that a price is compared with. */
const REFERENCE = { first: 'marketFirst', close: 'marketClose' } as const satisfies Record<Price, Forecast>

/** The weights of the morning of a date. */
export type WeightsOf = (date: string) => EvidenceWeights

/** Games at the first line of the day that teach how much a line is evidence. */
export function evidenceRows(games: readonly ForecastGame[], stat: PricedStat): EvidenceRow[] {
  return games.flatMap(({ joined, first: forecast }) => {
    const { actual, priced, row } = joined
    const { line, quotes } = priced.first
    if (joined.stat !== stat || actual === null || actual === line) return []
    const market = noVigOver(quotes, line, PRODUCT_REMOVAL)
    if (market === null) return []
    return { date: row.date, over: actual > line ? 1 : 0, market, engine: engineChance(forecast, line) }
  })
}

/** The weights that the product had on each date, learned from earlier dates. */
export const weightsOf = (
  games: readonly ForecastGame[],
  stat: PricedStat,
  shipped: LineEvidence,
): WeightsOf => weightsByDate(stat, evidenceRows(games, stat), shipped)

/** The probability of the over that the product displays, if the stat does not equal the line. */
function shownChance(
  forecast: StatForecast,
  line: number,
  price: number | null,
  weights: EvidenceWeights,
): number {
  const offer = { line, oddsType: 'standard', noVigOver: price } as const
  return decidedOver(conditionOnOffer(forecast, offer, weights).distribution, line)
}

function marketRow(
  { joined, ...forecasts }: ForecastGame,
  price: Price,
  actual: number,
  weightsOn: WeightsOf,
): MarketRow {
  const { first, close } = joined.priced
  const weights = weightsOn(joined.row.date)
  const { line, quotes } = joined.priced[price]
  const forecast = forecasts[price]
  return {
    date: joined.row.date,
    over: actual > line ? 1 : 0,
    line,
    actual,
    forecast,
    chances: {
      marketFirst: noVigOver(first.quotes, line, 'proportional'),
      marketFirstPower: noVigOver(first.quotes, line, 'power'),
      marketFirstShin: noVigOver(first.quotes, line, 'shin'),
      marketClose: noVigOver(close.quotes, line, 'proportional'),
      marketClosePower: noVigOver(close.quotes, line, 'power'),
      marketCloseShin: noVigOver(close.quotes, line, 'shin'),
      engine: engineChance(forecast, line),
      shown: shownChance(forecast, line, noVigOver(quotes, line, PRODUCT_REMOVAL), weights),
      shownLineOnly: shownChance(forecast, line, null, weights),
      blend: null,
      coin: 0.5,
    },
  }
}

/** Rows with both forecasts, as pairs. */
const paired = (rows: readonly MarketRow[], of: Forecast, against: Forecast) =>
  rows.flatMap(({ date, over, chances }) => {
    const one = chances[of]
    const other = chances[against]
    return one === null || other === null ? [] : [{ date, over, one, other }]
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

/** Computes all figures of one stat at the line of one snapshot. */
export function scoreMarket(
  games: readonly ForecastGame[],
  stat: PricedStat,
  price: Price,
  weightsOn: WeightsOf,
): MarketFigures {
  const reference = REFERENCE[price]
  const own = games.filter(({ joined }) => joined.stat === stat)
  const played = own.flatMap((game) =>
    game.joined.actual === null ? [] : [{ row: marketRow(game, price, game.joined.actual, weightsOn) }],
  )
  const decided = played.map(({ row }) => row).filter(({ actual, line }) => actual !== line)
  const priced = decided.filter(({ chances }) => chances[reference] !== null)
  const { chances: blended, fit } = blendChances(
    priced.map(({ date, over, chances }) => ({
      date,
      over,
      market: chances[reference] ?? 0.5,
      engine: chances.engine ?? 0.5,
    })),
  )
  const rows = priced.map((row, at) => ({
    ...row,
    chances: { ...row.chances, blend: blended[at] ?? null },
  }))
  const dates = [...new Set(rows.map(({ date }) => date))].toSorted()
  const figure = (of: (chances: readonly number[], overs: readonly number[]) => number): PerForecast =>
    Object.fromEntries(
      FORECASTS.map((name) => {
        const pairs = paired(rows, name, name)
        return [
          name,
          of(
            pairs.map(({ one }) => one),
            pairs.map(({ over }) => over),
          ),
        ]
      }),
    ) as Record<Forecast, number>
  return {
    market: marketName(stat, price),
    stat,
    price,
    n: rows.length,
    days: dates.length,
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
    overs: mean(rows.map(({ over }) => over)),
    pushes: played.length - decided.length,
    voids: own.length - played.length,
    withoutTwoSidedBook: decided.length - priced.length,
    rows: figure((chances) => chances.length),
    logLoss: figure(logLoss),
    brier: figure((chances, overs) => mean(squaredErrors(chances, overs))),
    ece: figure((chances, overs) => expectedCalibrationError(reliabilityBins(chances, overs))),
    slope: figure((chances, overs) => recalibration(chances, overs).slope),
    intercept: figure((chances, overs) => recalibration(chances, overs).intercept),
    bias: figure((chances, overs) => mean(chances) - mean(overs)),
    differences: [
      difference(rows, 'engine', reference),
      difference(rows, 'shown', reference),
      difference(rows, 'blend', reference),
      difference(rows, 'engine', 'coin'),
      difference(rows, 'shownLineOnly', 'coin'),
    ],
    blend: fit,
    mae: stat === 'Home Runs' ? null : absoluteErrors(rows),
  }
}
