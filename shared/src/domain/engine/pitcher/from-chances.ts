import type { Distribution } from '../distribution.ts'

/** Values reached with a smaller chance, or missed with a smaller chance, are cut off. */
const NEVER = 1e-6

/** Builds a distribution from the chances of `least`, `least + 1`, …, which are normalised to sum to one. */
export function fromChances(least: number, chances: readonly number[]): Distribution {
  // Summed from the largest value, where chances are smallest: differences from one would lose their
  // precision.
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
