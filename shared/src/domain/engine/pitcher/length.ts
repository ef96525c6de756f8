import { expit, logit } from '../probability.ts'
import type { LengthConstants, LengthFactor, OpenerConstants } from './constants.ts'
import type { Matchup } from './matchup.ts'
import { shrink } from './shrink.ts'

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
/** Share of short starts of pitchers who are no openers (Retrosheet, 2019 to June). */
const SHORT_SHARE = 0.014
const SHORT_STRENGTH = 1

/** Bounds of the expected length: about an opener's start and a complete game. */
const BOUNDS: Readonly<Record<LengthUnit, readonly [number, number]>> = {
  battersFaced: [3, 34],
  outs: [1.5, 25],
}

/** Length of an average start in the current league. */
const averageOf = (matchup: Matchup, { average }: LengthConstants, unit: LengthUnit): number =>
  unit === 'outs' ? average * matchup.outScale : average

/** Features of the length of an outing, which are multiplied by weights in batters or outs. */
export function lengthFactors(
  matchup: Matchup,
  constants: LengthConstants,
  unit: LengthUnit,
): Record<LengthFactor, number> {
  const { earlier, own, opponent } = matchup
  const trials = earlier.recent.weight + LENGTH_STRENGTH
  const rest = Math.min(REST_DAYS.most, Math.max(REST_DAYS.least, earlier.rest))
  return {
    any: 1,
    own: (earlier.recent[unit] - earlier.recent.weight * averageOf(matchup, constants, unit)) / trials,
    // Pitchers who take every turn are left in longer. The feature fades as the own starts show their length
    // themselves.
    turns: (matchup.turns * LENGTH_STRENGTH) / trials,
    home: matchup.home,
    relieved: earlier.relieved ? 1 : 0,
    rest: Math.log(rest / REST_DAYS.usual),
    ownStrikeOuts: own.strikeOuts,
    ownOnBase: own.onBase,
    opponentOnBase: opponent.onBase,
  }
}

/** Expected length of a start in batters faced or outs. */
export function expectedLength(matchup: Matchup, constants: LengthConstants, unit: LengthUnit): number {
  const factors = lengthFactors(matchup, constants, unit)
  let sum = averageOf(matchup, constants, unit)
  for (const [name, weight] of Object.entries(constants.weights))
    sum += weight * factors[name as LengthFactor]
  const [least, most] = BOUNDS[unit]
  return Math.min(most, Math.max(least, sum))
}

/** Log-odds of the pitcher's own share of short starts, shrunk toward that of pitchers who are no openers. */
export const shortShare = ({ earlier: { recent } }: Matchup): number =>
  logit(shrink(recent.short, recent.weight, SHORT_SHARE, SHORT_STRENGTH))

/** Chance that a start is short by plan. */
export const openerChance = (matchup: Matchup, constants: OpenerConstants): number =>
  expit(
    constants.any +
      constants.share * shortShare(matchup) +
      constants.relieved * (matchup.earlier.relieved ? 1 : 0),
  )
