import {
  COUNTED,
  type CountConstants,
  type Counted,
  type CountFactor,
  type PitchingConstants,
} from './constants.ts'
import { expectedLength, openerChance } from './length.ts'
import type { Matchup } from './matchup.ts'
import { shrink } from './shrink.ts'

/** Expected values of a start. */
export interface Expected extends Readonly<Record<Counted, number>> {
  readonly battersFaced: number
  readonly outs: number
  /** Chance that the start is short by plan. */
  readonly opener: number
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
 * Features of a count, which are multiplied by its weights. All but `any`, `home` and `warmth` are
 * logarithms.
 */
export function countFactors(matchup: Matchup, count: Counted): Record<CountFactor, number> {
  const { own, opponent, park } = matchup
  // The pitcher's other rates are features of hits and runs only: rates of strikeouts and walks stabilise
  // fast enough.
  const made = count === 'hits' || count === 'earnedRuns' ? 1 : 0
  return {
    any: 1,
    warmth: matchup.warmth,
    home: matchup.home,
    opponent: opponent[count],
    opponentStrikeOuts: made * opponent.strikeOuts,
    ownStrikeOuts: made * own.strikeOuts,
    ownWalks: made * own.walks,
    ownHomeRuns: made * own.homeRuns,
    park: park[count],
  }
}

function expectedCount(matchup: Matchup, count: Counted, constants: CountConstants, batters: number): number {
  const factors = countFactors(matchup, count)
  let log = Math.log(matchup.usual[count]) + matchup.late[count] + ownRate(matchup, count, constants.strength)
  for (const [name, weight] of Object.entries(constants.weights)) log += weight * factors[name as CountFactor]
  return batters * Math.min(MOST_PER_BATTER, Math.exp(log))
}

/** Expected length and counts of a start. */
export function expectedStart(matchup: Matchup, constants: PitchingConstants): Expected {
  const battersFaced = expectedLength(matchup, constants.length.batters, 'battersFaced')
  const counts = Object.fromEntries(
    COUNTED.map((count) => [count, expectedCount(matchup, count, constants.counts[count], battersFaced)]),
  ) as Record<Counted, number>
  return {
    ...counts,
    battersFaced,
    outs: expectedLength(matchup, constants.length.outs, 'outs'),
    opener: openerChance(matchup, constants.opener),
    strikeOutVariance: ownRateVariance(matchup, 'strikeOuts', constants.counts.strikeOuts.strength),
  }
}
