import { EVENT_COUNT, OTHER_HAND, SAME_HAND } from './league-rates.ts'
import type { Random } from '../world/random.ts'
import type { Talents } from './talents.ts'

/** Whether the batter bats left-handed against this pitcher. */
export const batsLeft = (talents: Talents, batter: number, pitcher: number): boolean => {
  const side = talents.bats[batter]
  return side === 2 ? talents.throws[pitcher] === 0 : side === 1
}

/**
 * Writes the unnormalised probability of each event to `out`, by the odds-ratio method for many outcomes
 * (log5): the league's rate times the multipliers of batter, pitcher, park and hands.
 * @returns the sum of the probabilities
 */
export function matchup(
  talents: Talents,
  rates: ArrayLike<number>,
  batter: number,
  pitcher: number,
  park: ArrayLike<number>,
  out: Float64Array,
): number {
  const same = batsLeft(talents, batter, pitcher) === (talents.throws[pitcher] === 1)
  const hands = same ? SAME_HAND : OTHER_HAND
  let sum = 0
  for (let event = 0; event < EVENT_COUNT; event++) {
    const chance =
      (rates[event] ?? 0) *
      (talents.bat[batter * EVENT_COUNT + event] ?? 1) *
      (talents.arm[pitcher * EVENT_COUNT + event] ?? 1) *
      (park[event] ?? 1) *
      (hands[event] ?? 1)
    out[event] = chance
    sum += chance
  }
  return sum
}

/** Draws an event by the unnormalised probabilities of `matchup`. */
export function drawEvent(random: Random, chances: Float64Array, sum: number): number {
  let left = random() * sum
  for (let event = 0; event < EVENT_COUNT - 1; event++) {
    left -= chances[event] ?? 0
    if (left < 0) return event
  }
  return EVENT_COUNT - 1
}
