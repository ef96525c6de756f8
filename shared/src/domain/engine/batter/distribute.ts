import { sumOfSome } from '../convolve.ts'
import type { Distribution } from '../distribution.ts'
import { expit } from '../probability.ts'
import { eventChances } from './chances.ts'
import type { BattingConstants } from './constants.ts'
import { DAYS, onDay } from './day.ts'
import { oneAppearance } from './one-appearance.ts'
import { moveMean } from './playing-time.ts'
import { scoringChances } from './scoring.ts'
import type { StatWeights } from './stat-weights.ts'
import type { Tonight } from './game-parameters.ts'

/** Values reached with a smaller chance are cut off. */
const NEVER = 1e-6

/**
 * Returns a function that computes the distribution of a stat in one game from its weights. The distribution
 * is that of a sum over plate appearances, mixed over their number and over day-to-day variation. The parts
 * that all stats share are computed once.
 */
export function gameChances(
  tonight: Tonight,
  constants: BattingConstants,
): (weights: StatWeights) => Distribution {
  const { onBase, scoring, appearances } = constants.day
  const { logOdds } = tonight
  const days = DAYS.map(({ day, chance }) => {
    const events = eventChances(onDay(logOdds, day * onBase))
    const shift = { run: tonight.scoring.run + day * scoring, rbi: tonight.scoring.rbi + day * scoring }
    return {
      chance,
      appearance: { events, scoring: scoringChances(shift, constants.scoring), steal: expit(tonight.steal) },
      times: moveMean(tonight.appearances, tonight.appearanceShift + day * appearances),
    }
  })
  return (weights) => {
    const chances: number[] = []
    for (const { chance, appearance, times } of days)
      for (const [value, p] of sumOfSome(times, oneAppearance(appearance, weights)).entries())
        chances[value] = (chances[value] ?? 0) + chance * p
    return { least: 0, atLeast: reaching(chances) }
  }
}

/** Distribution of one stat in one game: `gameChances` for a single use. */
export const distribute = (
  tonight: Tonight,
  weights: StatWeights,
  constants: BattingConstants,
): Distribution => gameChances(tonight, constants)(weights)

/** P(X ≥ k) from P(X = k), summed from the largest k, where the chances are smallest. */
function reaching(chances: readonly number[]): number[] {
  let sum = 0
  const atLeast = chances.toReversed().map((p) => {
    sum += p
    return sum
  })
  const reach = atLeast.toReversed().map((p) => Math.min(1, p / sum))
  const end = reach.findIndex((p) => p < NEVER)
  return end < 0 ? reach : reach.slice(0, Math.max(1, end))
}
