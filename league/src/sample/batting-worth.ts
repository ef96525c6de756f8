import { DOUBLE, EVENT_COUNT, HOME_RUN, SINGLE, TRIPLE, WALK } from './league-rates.ts'
import type { Talents } from './talents.ts'

/** Run value of an event relative to an out (rounded linear weights). */
const WEIGHTS = [
  [WALK, 0.69],
  [SINGLE, 0.88],
  [DOUBLE, 1.25],
  [TRIPLE, 1.6],
  [HOME_RUN, 2.1],
] as const

/** A hitter's approximate run value per plate appearance, used to order a lineup. */
export const battingWorth = (talents: Talents, rates: ArrayLike<number>, person: number): number =>
  WEIGHTS.reduce(
    (sum, [event, weight]) =>
      sum + weight * (rates[event] ?? 0) * (talents.bat[person * EVENT_COUNT + event] ?? 1),
    0,
  )
