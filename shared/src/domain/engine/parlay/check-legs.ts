import { statTypeOf } from '../../stat-types.ts'
import type { EntryRefusal, ParlayLeg } from './leg.ts'

const FEWEST_LEGS = 2
const MOST_LEGS = 10
const SLOTS = 9
/** Tolerance for sums of rounded chances. */
const ROUNDING = 1e-6

const isChance = (value: number): boolean => value >= 0 && value <= 1

/** Key of a leg's line, the same for both sides and for all aliases of the market. */
export const lineKey = ({ game, player, stat, line }: ParlayLeg): string =>
  [game, player, statTypeOf(stat)?.name ?? stat, line].join('\n')

function legProblem({ stat, line, slot, win, push, noPlay, interval80 }: ParlayLeg): EntryRefusal | null {
  if (!statTypeOf(stat)) return 'unknown stat'
  if (!Number.isFinite(line)) return 'line is not a number'
  if (slot !== null && !(Number.isInteger(slot) && slot >= 1 && slot <= SLOTS)) {
    return 'slot is not a place of the order'
  }
  if (![win, push, noPlay, interval80.low, interval80.high].every(isChance)) {
    return 'chance is not between 0 and 1'
  }
  if (win + push > 1 + ROUNDING) return 'chances sum to more than 1'
  if (interval80.low > win + ROUNDING || interval80.high < win - ROUNDING) {
    return 'interval does not hold the chance'
  }
  return null
}

/** Checks the legs of an entry. @returns the first problem, or null for valid legs */
export function legsProblem(legs: readonly ParlayLeg[]): EntryRefusal | null {
  if (legs.length < FEWEST_LEGS) return 'fewer than two legs'
  if (legs.length > MOST_LEGS) return 'more than ten legs'
  for (const leg of legs) {
    const problem = legProblem(leg)
    if (problem) return problem
  }
  const sides = new Map<string, string>()
  for (const leg of legs) {
    const other = sides.get(lineKey(leg))
    if (other) return other === leg.side ? 'the same leg twice' : 'both sides of one line'
    sides.set(lineKey(leg), leg.side)
  }
  return null
}
