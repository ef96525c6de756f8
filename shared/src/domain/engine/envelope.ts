import { type Distribution, reach } from './distribution.ts'

/**
 * Of two distributions the smaller (or greater) chance of reaching each value, which is a distribution again. A band's
 * end is asked for the bound of every line, also where another shape would cross the middle one far out.
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
