import { sumOfSome } from '../convolve.ts'
import type { Distribution } from '../distribution.ts'
import { expit } from '../log-odds.ts'
import { eventChances } from './chances.ts'
import type { BattingConstants } from './constants.ts'
import { DAYS, onDay } from './day.ts'
import { oneAppearance } from './one-appearance.ts'
import { moveMean } from './playing-time.ts'
import { scoringChances } from './scoring.ts'
import type { StatWeights } from './stat-weights.ts'
import type { Tonight } from './tonight.ts'

/** Values less likely than this to be reached are left out. */
const NEVER = 1e-6

/**
 * Chances of every value of a stat, asked with its weights: sums of plate appearances, over how many there are and how
 * the game goes. What all stats of the game share is worked out once.
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

/** The same for one stat. */
export const distribute = (
  tonight: Tonight,
  weights: StatWeights,
  constants: BattingConstants,
): Distribution => gameChances(tonight, constants)(weights)

/** P(X ≥ k) from P(X = k), summed from the far end, where the chances are smallest. */
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
