import { ENGINE_VERSION, type EvidenceWeights, type LineEvidence } from '@propsight/shared/domain/engine'
import { change, count, error, formatColumns, percent, score, signed, slope } from '../report/text-format.ts'
import type { Estimate } from '../score/figures.ts'
import { type BetFigures, scoreBets } from './bets.ts'
import type { ForecastGame } from './forecast-prices.ts'
import type { LeftOut } from './join-prices.ts'
import type { PricedStat } from './read-prices.ts'
import {
  type Difference,
  FORECASTS,
  type Forecast,
  type MarketFigures,
  type Price,
  scoreMarket,
  weightsOf,
} from './score-market.ts'

/** The result of a comparison with prices. */
export interface MarketReport {
  /** Name of the prices. */
  readonly data: string
  /** Version of the engine that was judged. */
  readonly engine: string
  readonly earlierSeasons: readonly number[]
  readonly markets: readonly MarketFigures[]
  readonly bets: readonly BetFigures[]
  /** Weights of the displayed probability after the last day, by stat. */
  readonly weights: readonly (EvidenceWeights & { readonly stat: PricedStat })[]
  /** Priced games that were not forecast, by reason. */
  readonly leftOut: readonly LeftOut[]
  readonly seconds: number
}

export type RunFacts = Pick<MarketReport, 'data' | 'earlierSeasons' | 'leftOut' | 'seconds'>

const STATS = ['Pitcher Strikeouts', 'Home Runs'] as const satisfies readonly PricedStat[]
const PRICES: readonly Price[] = ['first', 'close']

/** Later than every date. */
const AFTER_ALL = '9999-12-31'

/**
 * Computes all figures of the compared games.
 * @param shipped the weights that the product has; days after their fit start from them
 */
export function marketReport(
  games: readonly ForecastGame[],
  shipped: LineEvidence,
  run: RunFacts,
): MarketReport {
  const byStat = STATS.map((stat) => ({ stat, weightsOn: weightsOf(games, stat, shipped) }))
  const both = byStat.flatMap((each) => PRICES.map((price) => ({ ...each, price })))
  return {
    data: run.data,
    engine: ENGINE_VERSION,
    earlierSeasons: run.earlierSeasons,
    markets: both.map(({ stat, price, weightsOn }) => scoreMarket(games, stat, price, weightsOn)),
    bets: both.flatMap(({ stat, price, weightsOn }) => scoreBets(games, stat, price, weightsOn)),
    weights: byStat.map(({ stat, weightsOn }) => ({ stat, ...weightsOn(AFTER_ALL) })),
    leftOut: run.leftOut,
    seconds: Math.round(run.seconds * 10) / 10,
  }
}

/** Names of the forecasts in tables. */
export const FORECAST_NAMES: Readonly<Record<Forecast, string>> = {
  marketFirst: 'books, first',
  marketFirstPower: 'books, first (power)',
  marketFirstShin: 'books, first (Shin)',
  marketClose: 'books, close',
  marketClosePower: 'books, close (power)',
  marketCloseShin: 'books, close (Shin)',
  engine: 'engine',
  shown: 'shown',
  shownLineOnly: 'shown, line only',
  blend: 'blend',
  coin: 'one half',
}

export const SCORE_HEAD = ['', 'n', 'log loss', 'Brier', 'ECE', 'bias', 'intercept', 'slope']

/** One row of figures per forecast. */
export const scoreRows = (figures: MarketFigures): string[][] =>
  FORECASTS.map((name) => [
    FORECAST_NAMES[name],
    count(figures.rows[name]),
    score(figures.logLoss[name]),
    score(figures.brier[name]),
    score(figures.ece[name]),
    signed(figures.bias[name]),
    signed(figures.intercept[name]),
    slope(figures.slope[name]),
  ])

const interval = ({ low, high }: Pick<Estimate, 'low' | 'high'>, format: (value: number) => string): string =>
  `${format(low)} to ${format(high)}`

export const DIFFERENCE_HEAD = ['', 'n', 'log loss', '95% interval', 'Brier', '95% interval']

export const differenceRows = (differences: readonly Difference[]): string[][] =>
  differences.map(({ of, against, n, logLoss, brier }) => [
    `${FORECAST_NAMES[of]} − ${FORECAST_NAMES[against]}`,
    count(n),
    signed(logLoss.estimate),
    interval(logLoss, signed),
    signed(brier.estimate),
    interval(brier, signed),
  ])

export const BET_HEAD = [
  '',
  'bets',
  'void',
  'claimed',
  'ROI',
  '95% interval',
  'closing value',
  '95% interval',
]

/** Percent with one digit and a sign. */
const points = (share: number): string => change(share, 1)

export const betRows = (bets: readonly BetFigures[]): string[][] =>
  bets.map(({ rule, n, voids, claimed, roi, closingValue, ...ends }) => [
    rule,
    count(n),
    count(voids),
    points(claimed),
    points(roi),
    interval(ends, points),
    closingValue ? change(closingValue.estimate) : '',
    closingValue ? interval(closingValue, change) : '',
  ])

export const WEIGHT_HEAD = ['', 'games', 'books', 'engine with a price', 'engine with the line only']

export const weightRows = (weights: MarketReport['weights']): string[][] =>
  weights.map(({ stat, games, market, engine, lineOnly }) => [
    stat,
    count(games),
    ...[market, engine, lineOnly].map(slope),
  ])

/** Facts about the rows of a market in one sentence each. */
export function marketNotes({
  pushes,
  voids,
  withoutTwoSidedBook,
  overs,
  blend,
  mae,
}: MarketFigures): string[] {
  const blendNote = blend.last
    ? `Blend: judged on ${count(blend.judged)} games from ${blend.from} on, after at least ${blend.minimum} games of earlier dates; last weights: books ${slope(blend.last.market)}, engine ${slope(blend.last.engine)}.`
    : `Blend: no date has ${blend.minimum} games before it.`
  return [
    `Over: ${percent(overs)}. Not scored: ${count(pushes)} pushes, ${count(voids)} void, ${count(withoutTwoSidedBook)} without a book that offers both sides.`,
    blendNote,
    ...(mae
      ? [
          `Mean absolute error: line ${error(mae.line)}, engine’s median ${error(mae.engineMedian)}, engine’s half line ${error(mae.engineFairLine)}.`,
        ]
      : []),
  ]
}

/** The report as text for a terminal. */
export function marketTable(report: MarketReport): string {
  const earlier = report.earlierSeasons.length > 0 ? ` with ${report.earlierSeasons.join(', ')}` : ''
  const leftOut = report.leftOut.map(({ stat, reason, n }) => [`${stat}: ${reason}`, count(n)])
  return [
    `${report.data} · engine ${report.engine}${earlier}`,
    'Each forecast uses only games of earlier days. Intervals: bootstrap by date.',
    ...report.markets.flatMap((figures) => [
      '',
      `${figures.market} · ${count(figures.n)} games, ${figures.from ?? '–'} to ${figures.to ?? '–'}`,
      formatColumns([SCORE_HEAD, ...scoreRows(figures)]),
      '',
      formatColumns([DIFFERENCE_HEAD, ...differenceRows(figures.differences)]),
      ...marketNotes(figures).map((note) => `  ${note}`),
    ]),
    '',
    'Weights of the displayed probability after the last day',
    formatColumns([WEIGHT_HEAD, ...weightRows(report.weights)]),
    '',
    'Bets of one unit at the best price on the side with the greater claimed value',
    formatColumns([BET_HEAD, ...betRows(report.bets)]),
    '',
    ...(leftOut.length > 0 ? ['Priced games that are left out', formatColumns(leftOut), ''] : []),
    `${report.seconds} s`,
    '',
  ].join('\n')
}
