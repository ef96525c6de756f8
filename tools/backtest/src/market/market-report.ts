import type { LineKind } from '@propsight/shared/domain'
import {
  ENGINE_VERSION,
  type EvidenceWeights,
  evidenceWeights,
  LINE_SOURCES,
  type LineEvidence,
  type LineSource,
  type SourceWeights,
} from '@propsight/shared/domain/engine'
import { change, count, error, formatColumns, percent, score, signed, slope } from '../report/table.ts'
import type { Estimate } from '../score/figures.ts'
import { type BetFigures, scoreBets } from './bets.ts'
import { evidenceRows, type ForecastGame, type LeftOut } from './forecast-prices.ts'
import { learnWeights } from './learn-weights.ts'
import {
  type ComparedWeights,
  type Difference,
  FORECASTS,
  type Forecast,
  type JudgedMarket,
  type MarketFigures,
  scoreMarket,
} from './score-market.ts'

/** Weights of the displayed probability by source of the line, by stat, and by kind of the stats without data. */
export type LearnedWeights = Pick<LineEvidence, LineSource>

/** The result of a comparison with prices. */
export interface MarketReport {
  /** Name of the prices. */
  readonly data: string
  /** Version of the engine that was judged. */
  readonly engine: string
  readonly earlierSeasons: readonly number[]
  readonly markets: readonly MarketFigures[]
  readonly bets: readonly BetFigures[]
  /** The weights that were compared: those that ship, and those learned from all dates. */
  readonly weights: Readonly<Record<'shipped' | 'relearned', LearnedWeights>>
  /** Priced games that were not forecast, by reason. */
  readonly leftOut: readonly LeftOut[]
  readonly seconds: number
}

export interface RunFacts extends Pick<MarketReport, 'data' | 'earlierSeasons' | 'leftOut' | 'seconds'> {
  /** Version of the engine; without it, that of baseball. */
  readonly engine?: string
  /** The judged markets with prices; without them, those of baseball. */
  readonly priced?: readonly JudgedMarket[]
}

/** The stats of baseball whose prices are judged, and the snapshots. */
const PRICED = ['Pitcher Strikeouts', 'Home Runs'].flatMap((stat) =>
  (['first', 'close'] as const).map((price): JudgedMarket => ({ stat, source: 'books', price })),
)

/** The stats of pick'em lines, the most frequent first. */
const pickemMarkets = (games: readonly ForecastGame[]): JudgedMarket[] =>
  [
    ...Map.groupBy(
      games.filter(({ joined }) => joined.priced.source === 'pickem'),
      ({ joined }) => joined.stat,
    ),
  ]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([stat]) => ({ stat, source: 'pickem', price: 'first' }))

/** Later than every date. */
const AFTER_ALL = '9999-12-31'

/**
 * Computes all figures of the compared games.
 * @param shipped the weights that the product has
 * @param start the weights that learning starts from after their last day: those that ship, or prior values
 */
export function marketReport(
  games: readonly ForecastGame[],
  { shipped, start = shipped }: { readonly shipped: LineEvidence; readonly start?: LineEvidence },
  run: RunFacts,
): MarketReport {
  const rows = evidenceRows(games)
  const learned = learnWeights(rows, start)
  const compared: ComparedWeights = {
    shipped: (stat, source) => evidenceWeights(stat, shipped[source]),
    relearned: learned.of,
  }
  const relearned = (source: LineSource): SourceWeights => {
    const stats = new Set(rows.filter((row) => row.source === source).map(({ stat }) => stat))
    const kind = (of: LineKind) => learned.ofKind(of, source, AFTER_ALL)
    return {
      weights: Object.fromEntries([...stats].map((stat) => [stat, learned.of(stat, source, AFTER_ALL)])),
      kinds: { fixed: kind('fixed'), moving: kind('moving') },
    }
  }
  const priced = run.priced ?? PRICED
  return {
    data: run.data,
    engine: run.engine ?? ENGINE_VERSION,
    earlierSeasons: run.earlierSeasons,
    markets: [...priced, ...pickemMarkets(games)].map((market) => scoreMarket(games, market, compared)),
    bets: priced.flatMap((market) => scoreBets(games, market, learned.of)),
    weights: {
      shipped: { books: shipped.books, pickem: shipped.pickem },
      relearned: { books: relearned('books'), pickem: relearned('pickem') },
    },
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
  relearned: 'relearned',
  relearnedLineOnly: 'relearned, line only',
  constant: 'share of overs',
  ownRate: 'own rate',
  coin: 'one half',
}

export const SCORE_HEAD = [
  '',
  'n',
  'log loss',
  'Brier',
  'ECE',
  'bias',
  'intercept',
  'slope',
  'inside 80%',
  'noise alone',
]

/** One row of figures per forecast. */
export const scoreRows = (figures: MarketFigures): string[][] =>
  FORECASTS.filter((name) => name !== 'ownRate' || figures.rows.ownRate > 0).map((name) => [
    FORECAST_NAMES[name],
    count(figures.rows[name]),
    score(figures.logLoss[name]),
    score(figures.brier[name]),
    score(figures.ece[name]),
    signed(figures.bias[name]),
    signed(figures.intercept[name]),
    slope(figures.slope[name]),
    percent(figures.coverage[name]),
    percent(figures.noiseCoverage[name]),
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

export const WEIGHT_HEAD = [
  '',
  'games',
  'books',
  'engine with a price',
  'engine with the line only',
  'even at',
  'error with a price',
  'error with the line only',
]

const weightRow = (
  name: string,
  { games, market, engine, lineOnly, even, error }: EvidenceWeights,
): string[] => [
  name,
  count(games),
  ...[market, engine, lineOnly].map(slope),
  signed(even),
  ...[error.price, error.lineOnly].map(slope),
]

const SOURCE_NAMES: Readonly<Record<LineSource, string>> = { books: 'books', pickem: 'pick’em' }

/** The weights by source and stat, each time followed by those of the stats without data. */
export const weightRows = (learned: LearnedWeights): string[][] =>
  LINE_SOURCES.flatMap((source) => {
    const { weights, kinds } = learned[source]
    const all = { ...weights, 'others, fixed line': kinds.fixed, 'others, moving line': kinds.moving }
    return Object.entries(all).map(([stat, own]) => weightRow(`${stat}, ${SOURCE_NAMES[source]}`, own))
  })

/** Titles of the two sets of weights. */
export const WEIGHT_TITLES = {
  shipped: 'Weights that ship',
  relearned: 'Weights relearned from all of these games',
} as const

/** Facts about the rows of a market in one sentence each. */
export function marketNotes({ pushes, voids, withoutTwoSidedBook, overs, mae }: MarketFigures): string[] {
  return [
    `Over: ${percent(overs)}. Not scored: ${count(pushes)} pushes, ${count(voids)} void, ${count(withoutTwoSidedBook)} without a book that offers both sides.`,
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
    ...(['shipped', 'relearned'] as const).flatMap((set) => [
      WEIGHT_TITLES[set],
      formatColumns([WEIGHT_HEAD, ...weightRows(report.weights[set])]),
      '',
    ]),
    'Bets of one unit at the best price on the side with the greater claimed value',
    formatColumns([BET_HEAD, ...betRows(report.bets)]),
    '',
    ...(leftOut.length > 0 ? ['Priced games that are left out', formatColumns(leftOut), ''] : []),
    `${report.seconds} s`,
    '',
  ].join('\n')
}
