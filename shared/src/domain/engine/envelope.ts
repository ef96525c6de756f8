import { type Distribution, reach } from './distribution.ts'

/**
 * Distribution with the smaller (or greater) of two chances of reaching each value. The ends of a band use it
 * to bound the middle distribution at every line, even where the shapes cross far from the mean.
 */
export function envelope(one: Distribution, other: Distribution, pick: 'smaller' | 'greater'): Distribution {
  const choose = pick === 'smaller' ? Math.min : Math.max
  const least = Math.min(one.least, other.least)
  const most = Math.max(one.least + one.atLeast.length, other.least + other.atLeast.length)
  const atLeast: number[] = []
  for (let value = least; value < most; value++) {
    const chance = choose(reach(one, value), reach(other, value))
    if (chance > 0) atLeast.push(chance)
  }
  return { least, atLeast }
}
