import { expit, logit } from '../log-odds.ts'
import type { LengthConstants, LengthFactor, OpenerConstants } from './constants.ts'
import type { Matchup } from './matchup.ts'
import { shrink } from './shrink.ts'

export type LengthUnit = 'battersFaced' | 'outs'

/** Starts of an average starter mixed into his own where length is asked (2019 to June, half months ahead). */
export const LENGTH_STRENGTH = 2.5
/** Days between starts beyond which more say no more: he was hurt, or in the bullpen. */
const REST_DAYS = { least: 5, usual: 5.5, most: 30 } as const
/** Share of starts that end early by chance, in pitchers that are no openers (Retrosheet, 2019 to June). */
const SHORT_SHARE = 0.014
const SHORT_STRENGTH = 1

/** No start is expected to be shorter than an opener's or longer than a whole game, whatever the factors add up to. */
const BOUNDS: Readonly<Record<LengthUnit, readonly [number, number]>> = {
  battersFaced: [3, 34],
  outs: [1.5, 25],
}

/** What an average starter reaches in the league of today. */
const averageOf = (matchup: Matchup, { average }: LengthConstants, unit: LengthUnit): number =>
  unit === 'outs' ? average * matchup.outScale : average

/** The factors of an outing's length; each is multiplied by its weight, in batters or outs. */
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
    // Whom a club lets start whenever it can is let go on: it fades as his own starts say so themselves.
    turns: (matchup.turns * LENGTH_STRENGTH) / trials,
    home: matchup.home,
    relieved: earlier.relieved ? 1 : 0,
    rest: Math.log(rest / REST_DAYS.usual),
    ownStrikeOuts: own.strikeOuts,
    ownOnBase: own.onBase,
    opponentOnBase: opponent.onBase,
  }
}

/** Expected batters faced, or outs. */
export function expectedLength(matchup: Matchup, constants: LengthConstants, unit: LengthUnit): number {
  const factors = lengthFactors(matchup, constants, unit)
  let sum = averageOf(matchup, constants, unit)
  for (const [name, weight] of Object.entries(constants.weights))
    sum += weight * factors[name as LengthFactor]
  const [least, most] = BOUNDS[unit]
  return Math.min(most, Math.max(least, sum))
}

/** Log-odds of his own share of short starts, shrunk toward what chance alone gives. */
export const shortShare = ({ earlier: { recent } }: Matchup): number =>
  logit(shrink(recent.short, recent.weight, SHORT_SHARE, SHORT_STRENGTH))

/** Chance that this start is short by plan. */
export const openerChance = (matchup: Matchup, constants: OpenerConstants): number =>
  expit(
    constants.any +
      constants.share * shortShare(matchup) +
      constants.relieved * (matchup.earlier.relieved ? 1 : 0),
  )
