import type {
  LineupKnowledge,
  MarketRecord,
  PitcherRecord,
  PooledGain,
} from '@propsight/shared/domain/engine'
import type { BatterCase, Cases, PitcherCase } from './cases.ts'
import {
  bootstrapGain,
  expectedCalibrationError,
  groupCoverage,
  logLoss,
  mean,
  perfectCalibrationError,
  recalibration,
  reliabilityBins,
  squaredErrors,
} from './figures.ts'
import { INTERVAL_STATS, MARKETS, PITCHER_STATS } from './markets.ts'

/**
 * Bias of one month. A bias that changes its sign during a season would cancel in the mean of the whole
 * season.
 */
export interface MonthBias {
  /** `YYYY-MM` */
  readonly month: string
  readonly n: number
  /** Mean forecast minus share of overs by market, in the order of `Scores.markets`; lineup known. */
  readonly bias: readonly number[]
}

/** Names of the markets of batters. */
const BATTER_MARKETS = MARKETS.map(({ name }) => name)
/** Their indices. */
const JUDGED = [...BATTER_MARKETS.keys()]

/** The cases in which the outcome of a market is known. */
const judgedIn = (cases: readonly BatterCase[], market: number): readonly BatterCase[] =>
  cases.filter(({ over }) => !Number.isNaN(over[market] ?? Number.NaN))

/** The bias of each month, earliest first. */
export const biasByMonth = (cases: readonly BatterCase[], markets = JUDGED): MonthBias[] =>
  [...Map.groupBy(cases, ({ date }) => date.slice(0, 7))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([month, rows]) => ({
      month,
      n: rows.length,
      bias: markets.map((market) => {
        const judged = judgedIn(rows, market)
        return (
          judged.reduce(
            (sum, { known, over }) => sum + (known[market] ?? Number.NaN) - (over[market] ?? Number.NaN),
            0,
          ) / judged.length
        )
      }),
    }))

/**
 * Minimum numbers of earlier starts of judged pitchers: the main figure first, then two variants for
 * comparison.
 */
const PITCHER_STARTS = [3, 10, 1] as const
const FORECASTS = ['base', 'lastTen', 'season', 'engine'] as const
type Forecast = (typeof FORECASTS)[number]

/**
 * The scores of a market. `skill` is the relative reduction of the engine's Brier score compared with each
 * baseline.
 */
export interface MarketScore extends MarketRecord {
  readonly skill: Readonly<Record<Exclude<Forecast, 'engine'>, number>>
  /** Calibration error that a perfect forecaster exceeds in one of twenty cases. */
  readonly perfectEce: number
  /** Share of groups of forecasts within their 80% interval; NaN with unknown lineup. */
  readonly coverage: number
}

/** The scores of pitchers with at least `sumEarlierStarts` earlier starts; `engine` with batting orders known. */
export interface PitcherScore extends PitcherRecord {
  readonly sumEarlierStarts: number
  /** Mean absolute error of the engine before batting orders are announced. */
  readonly maeUnknown: number
  /** Mean of the engine's expected value minus the outcome. */
  readonly bias: number
}

/** Share of outcomes inside the 80% interval of a pitchers' stat. */
export interface IntervalCoverage {
  readonly stat: string
  readonly n: number
  /** 0.8 if calibrated; see `insideInterval`. NaN without a known outcome. */
  readonly coverage: number
}

export interface Scores {
  /** First and last day with a judged game; null without one. */
  readonly from: string | null
  readonly to: string | null
  readonly days: number
  /**
   * All markets with known lineup, then all with unknown lineup, except those that are left out. Figures are
   * NaN without rows.
   */
  readonly markets: readonly MarketScore[]
  /** Names of the markets that are left out, because the season lacks a count that they need. */
  readonly leftOut: readonly string[]
  readonly pooled: readonly PooledGain[]
  readonly months: readonly MonthBias[]
  readonly pitchers: readonly PitcherScore[]
  /** The intervals of pitchers with the main minimum number of earlier starts. */
  readonly pitcherIntervals: readonly IntervalCoverage[]
  /** The same for the other minimum numbers of earlier starts. */
  readonly pitchersByStarts: readonly PitcherScore[]
}

const LINEUPS: readonly LineupKnowledge[] = ['known', 'unknown']

/**
 * Computes all figures of a backtest.
 * @param names of the markets of the cases
 */
export function scoreCases(
  { batters, pitchers, leftOut }: Cases,
  names: readonly string[] = BATTER_MARKETS,
): Scores {
  const markets = [...names.keys()].filter((market) => !leftOut.includes(names[market] ?? ''))
  const days = [...new Set([...batters, ...pitchers].map(({ date }) => date))].toSorted()
  const [strict = 1, ...looser] = PITCHER_STARTS
  return {
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    days: days.length,
    markets: LINEUPS.flatMap((lineup) =>
      markets.map((market) => scoreMarket(names[market] ?? '', market, lineup, batters)),
    ),
    pooled: LINEUPS.map((lineup) => ({ lineup, ...pooledGain(batters, lineup) })),
    leftOut,
    months: biasByMonth(batters, markets),
    pitchers: scorePitchers(pitchers, strict),
    pitcherIntervals: coverIntervals(pitchers, strict),
    pitchersByStarts: looser.flatMap((starts) => scorePitchers(pitchers, starts)),
  }
}

const chancesOf = (cases: readonly BatterCase[], market: number, lineup: LineupKnowledge) =>
  Object.fromEntries(
    FORECASTS.map((name) => [
      name,
      cases.map((each) => each[name === 'engine' ? lineup : name][market] ?? Number.NaN),
    ]),
  ) as Record<Forecast, number[]>

function scoreMarket(
  name: string,
  market: number,
  lineup: LineupKnowledge,
  all: readonly BatterCase[],
): MarketScore {
  const cases = judgedIn(all, market)
  const chances = chancesOf(cases, market, lineup)
  const overs = cases.map((each) => each.over[market] ?? Number.NaN)
  const score = (loss: (chances: readonly number[]) => number) => ({
    base: loss(chances.base),
    lastTen: loss(chances.lastTen),
    season: loss(chances.season),
    engine: loss(chances.engine),
  })
  const brier = score((each) => mean(squaredErrors(each, overs)))
  const bins = reliabilityBins(chances.engine, overs)
  return {
    market: name,
    lineup,
    n: cases.length,
    baseRate: mean(overs),
    brier,
    logLoss: score((each) => logLoss(each, overs)),
    skill: {
      base: 1 - brier.engine / brier.base,
      lastTen: 1 - brier.engine / brier.lastTen,
      season: 1 - brier.engine / brier.season,
    },
    ece: expectedCalibrationError(bins),
    perfectEce: perfectCalibrationError(chances.engine),
    coverage: lineup === 'known' ? groupCoverage(cases.map((each) => bandRow(each, market))) : Number.NaN,
    bias: mean(chances.engine) - mean(overs),
    slope: recalibration(chances.engine, overs).slope,
    bins,
  }
}

const bandRow = ({ known, knownBand, over }: BatterCase, market: number) => ({
  chance: known[market] ?? Number.NaN,
  low: knownBand[market]?.low ?? Number.NaN,
  high: knownBand[market]?.high ?? Number.NaN,
  over: over[market] ?? Number.NaN,
})

/**
 * Gain of the engine over the shrunk season rate, with the squared errors of all markets in one sum.
 * @param markets those that count; without it, all
 */
export function pooledGain(
  cases: readonly BatterCase[],
  lineup: LineupKnowledge,
  markets?: readonly number[],
) {
  const counted = (errors: readonly number[]) =>
    markets?.map((market) => errors[market] ?? Number.NaN) ?? errors
  const sumOf = (rows: readonly BatterCase[], forecast: 'season' | LineupKnowledge) =>
    rows.reduce(
      (sum, row) =>
        sum +
        counted(squaredErrors(row[forecast], row.over))
          .filter((error) => !Number.isNaN(error))
          .reduce((errors, each) => errors + each, 0),
      0,
    )
  const days = [...Map.groupBy(cases, ({ date }) => date).values()]
  return bootstrapGain(days.map((rows) => ({ engine: sumOf(rows, lineup), baseline: sumOf(rows, 'season') })))
}

function scorePitchers(all: readonly PitcherCase[], sumEarlierStarts: number): PitcherScore[] {
  const cases = all.filter(({ starts }) => starts >= sumEarlierStarts)
  return PITCHER_STATS.map((stat, at) => {
    const off = (forecast: 'season' | 'engine' | 'unknown') =>
      cases.map((each) => (each[forecast][at] ?? Number.NaN) - (each.actual[at] ?? Number.NaN))
    const score = (measure: (errors: readonly number[]) => number) => ({
      season: measure(off('season')),
      engine: measure(off('engine')),
    })
    return {
      stat,
      sumEarlierStarts,
      n: cases.length,
      mae: score((errors) => mean(errors.map(Math.abs))),
      maeUnknown: mean(off('unknown').map(Math.abs)),
      bias: mean(off('engine')),
      rmse: score((errors) => Math.sqrt(mean(errors.map((error) => error ** 2)))),
    }
  })
}

const coverIntervals = (all: readonly PitcherCase[], sumEarlierStarts: number): IntervalCoverage[] =>
  INTERVAL_STATS.map((stat, at) => {
    const parts = all
      .filter(({ starts }) => starts >= sumEarlierStarts)
      .map(({ inside }) => inside[at] ?? Number.NaN)
      .filter((part) => !Number.isNaN(part))
    return { stat, n: parts.length, coverage: mean(parts) }
  })
