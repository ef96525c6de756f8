import {
  answer,
  buildStatForecast,
  type Distribution,
  type EngineResult,
  refuse,
  type StatForecast,
} from '../../../../engine/forecast.ts'
import { Z_80 } from '../../../../engine/probability.ts'
import type { Explanation } from '../explanation-notes.ts'
import { lacksCounts, type PitcherInput } from '../input.ts'
import type { PitchingConstants } from './constants.ts'
import { COUNTED, type Counted, PITCHING } from './constants.ts'
import { computeExpectedStart, type Expected, LENGTH_STRENGTH, ownRateVariance } from './expected.ts'
import { buildPitcherNotes, listExplanationSteps } from './explanation-steps.ts'
import type { Matchup } from './matchup.ts'
import { buildMatchup } from './matchup.ts'
import {
  COUNT_OF,
  neededCounts,
  type PitcherStat,
  pitcherStatOf,
  startChances,
  statChances,
} from './stat-chances.ts'

/** Parameters of a start that have an error: its length and each rate. Values per part are logarithms. */
type Part = 'length' | Counted
type PerPart = Readonly<Record<Part, number>>
const PARTS = ['length', ...COUNTED] as const

/** Standard deviation of an opener's start, in outs or batters (the shape of short starts). */
const OPENER_DEVIATION = 2

/**
 * Standard deviations of the errors: gamma posteriors of the rates, and the mean length of the earlier
 * starts.
 */
function deviations(
  matchup: Matchup,
  expected: Expected,
  constants: PitchingConstants,
  outs: boolean,
): PerPart {
  const { recent, opener } = matchup.earlier
  const usual = (outs ? constants.length.outs : constants.length.batters).deviation
  const deviation = opener ? OPENER_DEVIATION : usual
  const starts = opener ? opener.outings : recent.weight + LENGTH_STRENGTH
  const ofRate = (count: Counted): number =>
    Math.sqrt(ownRateVariance(matchup, count, constants.counts[count].strength))
  return {
    length: deviation / (outs ? expected.outs : expected.battersFaced) / Math.sqrt(starts),
    strikeOuts: ofRate('strikeOuts'),
    baseOnBalls: ofRate('baseOnBalls'),
    hits: ofRate('hits'),
    earnedRuns: ofRate('earnedRuns'),
  }
}

/** Derivative of a stat with respect to the logarithm of each part. */
function slopes(stat: PitcherStat, { outs, strikeOuts, earnedRuns }: Expected): PerPart {
  const none = { length: 0, strikeOuts: 0, baseOnBalls: 0, hits: 0, earnedRuns: 0 }
  const count = COUNT_OF[stat]
  if (count !== undefined) return { ...none, length: 1, [count]: 1 }
  if (stat === 'Pitching Outs') return { ...none, length: 1 }
  const points = { strikeOuts: 3 * strikeOuts, earnedRuns: -3 * earnedRuns }
  return { ...none, ...points, length: outs + points.strikeOuts + points.earnedRuns }
}

const moved = (expected: Expected, by: PerPart): Expected => {
  const most = { outs: 26, count: 0.95 * expected.outs }
  const count = (name: Counted): number =>
    Math.min(most.count, expected[name] * Math.exp(by.length + by[name]))
  return {
    ...expected,
    outs: Math.min(most.outs, expected.outs * Math.exp(by.length)),
    battersFaced: expected.battersFaced * Math.exp(by.length),
    strikeOuts: count('strikeOuts'),
    baseOnBalls: count('baseOnBalls'),
    hits: count('hits'),
    earnedRuns: count('earnedRuns'),
  }
}

/**
 * Expected start at both ends of the stat's 80% band. All parts are moved together to the likeliest point at
 * which the stat reaches the end of the band.
 * Source: first-order reliability (Hasofer and Lind, Journal of the Engineering Mechanics Division 100,
 * 1974).
 */
function computeBand(
  stat: PitcherStat,
  matchup: Matchup,
  expected: Expected,
  constants: PitchingConstants,
): { readonly low: Expected; readonly high: Expected } {
  const ofOuts = COUNT_OF[stat] === undefined
  const deviation = deviations(matchup, expected, constants, ofOuts)
  const slope = slopes(stat, expected)
  const spread = Math.hypot(...PARTS.map((part) => slope[part] * deviation[part]))
  const toward = (end: number): PerPart =>
    Object.fromEntries(
      PARTS.map((part) => [part, spread > 0 ? (end * slope[part] * deviation[part] ** 2) / spread : 0]),
    ) as Record<Part, number>
  return { low: moved(expected, toward(-Z_80)), high: moved(expected, toward(Z_80)) }
}

/**
 * Forecasts stats of a starting pitcher in one start from one joint model. Expected length and rates
 * determine the distribution of outs, and those of strikeouts, hits, walks and earned runs given the outs.
 * @param stats names as in `findStatType`, or aliases; the result has the same order
 * @param constants fitted weights; a backtest passes others than the shipped ones
 * @returns a refusal for a name that is not a pitcher stat, and for a pitcher without a start this season
 */
export function forecastPitcher(
  input: PitcherInput,
  stats: readonly string[],
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly StatForecast[]> {
  const requested = stats.map(pitcherStatOf)
  if (!requested.every((stat) => stat !== undefined)) return refuse('unknown stat')
  const matchup = buildMatchup(input, constants)
  if (matchup === null) return refuse('no starts')
  const starts = input.games.filter(({ started }) => started)
  if (requested.some((stat) => lacksCounts(starts, neededCounts(stat), input.setting.date)))
    return refuse('no counts')
  const expected = computeExpectedStart(matchup, constants)
  const middle = startChances(expected, constants)
  return answer(
    requested.map((stat) => {
      const { low, high } = computeBand(stat, matchup, expected, constants)
      const chances = (start: Expected): Distribution => statChances(stat, start, constants)
      return buildStatForecast(stat, middle(stat), chances(low), chances(high))
    }),
  )
}

/**
 * Explains the forecast of each stat in steps. The first step is an average starter; each further step adds
 * one factor; the distribution of the last step is the forecast. The parts that stats share are computed once
 * per step.
 * @param stats names as in `findStatType`, or aliases; the result has the same order
 * @returns the refusals of `forecastPitcher`
 */
export function explainPitcherStats(
  input: PitcherInput,
  stats: readonly string[],
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly Explanation[]> {
  const requested = stats.map(pitcherStatOf)
  if (!requested.every((stat) => stat !== undefined)) return refuse('unknown stat')
  const all = buildMatchup(input, constants)
  if (all === null) return refuse('no starts')
  const starts = input.games.filter(({ started }) => started)
  if (requested.some((stat) => lacksCounts(starts, neededCounts(stat), input.setting.date)))
    return refuse('no counts')
  const noteOf = buildPitcherNotes(input, all)
  const stages = listExplanationSteps(all, input.setting.weather !== null).map(({ factor, matchup }) => ({
    factor,
    chances: startChances(computeExpectedStart(matchup, constants), constants),
  }))
  return answer(
    requested.map((stat) => ({
      stat,
      steps: stages.map(({ factor, chances }) => ({
        factor,
        note: noteOf(factor, stat),
        distribution: chances(stat),
      })),
    })),
  )
}
