import { expit, logit, shrink } from '../../../../engine/probability.ts'
import { sanitizeCount } from '../input.ts'
import {
  COUNTED,
  type CountConstants,
  type Counted,
  type CountFactor,
  type LengthConstants,
  type LengthFactor,
  type OpenerConstants,
  type PitchingConstants,
  type WidthConstants,
} from './constants.ts'
import type { Matchup } from './matchup.ts'

export type LengthUnit = 'battersFaced' | 'outs'

/**
 * Average starts mixed into the own ones, in the length. Fitted on 2019 to June, each half month from those
 * before.
 */
export const LENGTH_STRENGTH = 2.5
/**
 * Bounds and usual value of the days between starts. More days mean an injury or the bullpen, and add no
 * information.
 */
const REST_DAYS = { least: 5, usual: 5.5, most: 30 } as const
/** Share of short starts of pitchers who are not openers (Retrosheet, 2019 to June). */
const SHORT_SHARE = 0.014
const SHORT_STRENGTH = 1

/** Bounds of the expected length: about an opener's start and a complete game. */
const BOUNDS: Readonly<Record<LengthUnit, readonly [number, number]>> = {
  battersFaced: [3, 34],
  outs: [1.5, 25],
}

/** Starts of the fitted seasons mixed into the length of the current league's starts: about five days. */
const LEAGUE_STARTS = 150
/** Bounds of the league's length relative to that of the fitted seasons: others are errors of the source. */
const LEAGUE_BOUNDS = [0.75, 1.3] as const

/** Mean length of the league's starts this season, shrunk toward `usual`. */
function leagueMean({ leagueStarts }: Matchup, usual: number, unit: LengthUnit): number {
  const starts = sanitizeCount(leagueStarts?.starts ?? 0)
  const sum = sanitizeCount(leagueStarts?.[unit] ?? 0)
  const [least, most] = LEAGUE_BOUNDS
  if (!(sum >= least * usual * starts && sum <= most * usual * starts)) return usual
  return (sum + LEAGUE_STARTS * usual) / (starts + LEAGUE_STARTS)
}

/** Length of an average start in the current league. */
export const averageLength = (matchup: Matchup, { average }: LengthConstants, unit: LengthUnit): number =>
  leagueMean(matchup, unit === 'outs' ? average * matchup.outScale : average, unit)

/** Bounds of the outs by which the league's starts are longer: those of 2015 were longest, by 1.5 outs. */
const LENGTHENING_BOUNDS = [-1, 2] as const

/** Outs by which the league's starts this season are longer than those of the shape; 0 where unknown. */
function leagueLengthening(matchup: Matchup, { leagueOuts }: WidthConstants): number {
  const [least, most] = LENGTHENING_BOUNDS
  return Math.min(most, Math.max(least, leagueMean(matchup, leagueOuts, 'outs') - leagueOuts))
}

/** Days since the last start after which a starter returns from a break. */
const LAYOFF_DAYS = 12

/** Batters faced in an average start: the league's, or the usual number per out. */
const BATTERS_PER_OUT = 1.41
const lastSeasonAverage = (matchup: Matchup, constants: LengthConstants, unit: LengthUnit): number =>
  averageLength(matchup, constants, unit) * (unit === 'outs' ? BATTERS_PER_OUT : 1)

/** Features of the length of an outing, which are multiplied by weights in batters or outs. */
export function lengthFactors(
  matchup: Matchup,
  constants: LengthConstants,
  unit: LengthUnit,
): Record<LengthFactor, number> {
  const { earlier, own, opponent } = matchup
  const trials = earlier.recent.weight + LENGTH_STRENGTH
  const fades = LENGTH_STRENGTH / trials
  const { lastSeason } = earlier
  const rest = Math.min(REST_DAYS.most, Math.max(REST_DAYS.least, earlier.rest))
  return {
    any: 1,
    own: (earlier.recent[unit] - earlier.recent.weight * averageLength(matchup, constants, unit)) / trials,
    // Pitchers who take every turn are left in longer. The feature fades as the own starts show their length
    // themselves.
    turns: matchup.turns * fades,
    home: matchup.home,
    relieved: earlier.relieved ? 1 : 0,
    rest: Math.log(rest / REST_DAYS.usual),
    ownStrikeOuts: own.strikeOuts,
    ownOnBase: own.onBase,
    opponentOnBase: opponent.onBase,
    lineupWalks: matchup.lineup.baseOnBalls,
    lastShort: earlier.lastShort ? 1 : 0,
    // Earlier seasons have no outs: the difference is in batters for both units.
    lastSeason: lastSeason === null ? 0 : (lastSeason - lastSeasonAverage(matchup, constants, unit)) * fades,
    lastSeasonKnown: lastSeason === null ? 0 : fades,
    september: matchup.september ? 1 : 0,
  }
}

/** Expected length of a start in batters faced or outs. That of an opener is of starts and relief appearances. */
export function expectedLength(matchup: Matchup, constants: LengthConstants, unit: LengthUnit): number {
  const { opener } = matchup.earlier
  if (opener !== null) return opener[unit]
  const factors = lengthFactors(matchup, constants, unit)
  let sum = averageLength(matchup, constants, unit)
  for (const [name, weight] of Object.entries(constants.weights))
    sum += weight * factors[name as LengthFactor]
  const [least, most] = BOUNDS[unit]
  return Math.min(most, Math.max(least, sum))
}

/** Log-odds of the pitcher's own share of short starts, shrunk toward that of pitchers who are not openers. */
export const shortShare = ({ earlier: { recent } }: Matchup): number =>
  logit(shrink(recent.short, recent.weight, SHORT_SHARE, SHORT_STRENGTH))

/** Chance that a start is short by plan. */
export const openerChance = (matchup: Matchup, constants: OpenerConstants): number =>
  matchup.earlier.opener?.short ??
  expit(
    constants.any +
      constants.share * shortShare(matchup) +
      constants.relieved * (matchup.earlier.relieved ? 1 : 0),
  )

/** Expected values of a start. */
export interface Expected extends Readonly<Record<Counted, number>> {
  readonly battersFaced: number
  readonly outs: number
  /** Chance that the start is short by plan. */
  readonly opener: number
  /** Outs by which the league's starts are longer than those that the shape of full starts was fitted on. */
  readonly lengthening: number
  /** Error variance of the logarithm of the strikeout rate. */
  readonly strikeOutVariance: number
}

/** Upper bound of an expected count, as a share of the batters faced. */
const MOST_PER_BATTER = 0.6

/** Logarithm of the pitcher's own rate per batter faced, shrunk, relative to an average starter's. */
export const ownRate = ({ earlier, usual }: Matchup, count: Counted, strength: number): number =>
  Math.log(shrink(earlier[count], earlier.battersFaced, usual[count], strength) / usual[count])

/** Error variance of that logarithm (gamma posterior, delta method). */
export const ownRateVariance = ({ earlier, usual }: Matchup, count: Counted, strength: number): number =>
  1 / (earlier[count] + strength * usual[count])

/**
 * Features of a count, which are multiplied by its weights. All but `any`, `home` and `seasonalTemperature` are
 * logarithms.
 */
export function countFactors(matchup: Matchup, count: Counted): Record<CountFactor, number> {
  const { earlier, own, opponent, lineup, park } = matchup
  // The pitcher's other rates are features of hits and runs only: rates of strikeouts and walks stabilise
  // fast enough.
  const made = count === 'hits' || count === 'earnedRuns' ? 1 : 0
  return {
    any: 1,
    seasonalTemperature: matchup.seasonalTemperature,
    home: matchup.home,
    little: matchup.little,
    layoff: earlier.rest > LAYOFF_DAYS && !earlier.relieved ? 1 : 0,
    relieved: earlier.relieved ? 1 : 0,
    opponent: opponent[count],
    lineup: lineup[count],
    opponentStrikeOuts: made * opponent.strikeOuts,
    ownStrikeOuts: made * own.strikeOuts,
    ownWalks: made * own.walks,
    ownHomeRuns: made * own.homeRuns,
    park: park[count],
  }
}

function expectedCount(matchup: Matchup, count: Counted, constants: CountConstants, batters: number): number {
  const factors = countFactors(matchup, count)
  let log =
    Math.log(matchup.usual[count]) +
    matchup.recentShift[count] +
    ownRate(matchup, count, constants.strength) +
    matchup.weather[count]
  for (const [name, weight] of Object.entries(constants.weights)) log += weight * factors[name as CountFactor]
  return batters * Math.min(MOST_PER_BATTER, Math.exp(log))
}

/** Expected length and counts of a start. */
export function computeExpectedStart(
  matchup: Matchup,
  constants: Pick<PitchingConstants, 'length' | 'counts' | 'opener' | 'width'>,
): Expected {
  const battersFaced = expectedLength(matchup, constants.length.batters, 'battersFaced')
  const counts = Object.fromEntries(
    COUNTED.map((count) => [count, expectedCount(matchup, count, constants.counts[count], battersFaced)]),
  ) as Record<Counted, number>
  return {
    ...counts,
    battersFaced,
    outs: expectedLength(matchup, constants.length.outs, 'outs'),
    opener: openerChance(matchup, constants.opener),
    lengthening: leagueLengthening(matchup, constants.width),
    strikeOutVariance: ownRateVariance(matchup, 'strikeOuts', constants.counts.strikeOuts.strength),
  }
}
