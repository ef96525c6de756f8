import type { Distribution } from '../distribution.ts'

/** Values less likely than this to be reached, or to be missed, are left out. */
const NEVER = 1e-6

/** A distribution from the chances of `least`, `least + 1`, …; they are made to sum to one. */
export function fromChances(least: number, chances: readonly number[]): Distribution {
  // From the far end, where the chances are smallest and would be lost in a difference from one.
  const atLeast: number[] = []
  let sum = 0
  for (const chance of chances.toReversed()) {
    sum += chance
    atLeast.push(sum)
  }
  const reach = atLeast.toReversed().map((chance) => Math.min(1, chance / sum))
  const end = reach.findLastIndex((chance) => chance >= NEVER)
  const start = Math.max(
    0,
    reach.findLastIndex((chance) => chance > 1 - NEVER),
  )
  return { least: least + start, atLeast: [1, ...reach.slice(start + 1, end + 1)] }
}
