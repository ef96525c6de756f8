import { type Distribution, meanOf, reach } from '../distribution.ts'
import type { StatForecast } from '../forecast.ts'

/** The greatest value that is reached with at least this chance. */
function reachedWith(distribution: Distribution, chance: number): number {
  const { least, atLeast } = distribution
  return (
    least +
    Math.max(
      0,
      atLeast.findLastIndex((reached) => reached >= chance),
    )
  )
}

/** Half line whose two sides are nearest to even. */
function fairLineOf(distribution: Distribution): number {
  const median = reachedWith(distribution, 0.5)
  const unevenness = (line: number): number => Math.abs(reach(distribution, line) - 0.5)
  return unevenness(median - 0.5) < unevenness(median + 0.5) ? median - 0.5 : median + 0.5
}

/** Of two distributions the one that is less (or more) likely to reach each value. */
function outer(one: Distribution, other: Distribution, pick: (a: number, b: number) => number): Distribution {
  const least = Math.min(one.least, other.least)
  const most = Math.max(one.least + one.atLeast.length, other.least + other.atLeast.length)
  const atLeast: number[] = []
  for (let value = least; value < most; value++) {
    const chance = pick(reach(one, value), reach(other, value))
    if (chance > 0) atLeast.push(chance)
  }
  return { least, atLeast }
}

/** What is read off a stat's distribution, and the two that bound it. */
export function readOff(
  stat: string,
  distribution: Distribution,
  low: Distribution,
  high: Distribution,
): StatForecast {
  return {
    stat,
    distribution,
    low: outer(distribution, low, Math.min),
    high: outer(distribution, high, Math.max),
    mean: meanOf(distribution),
    fairLine: fairLineOf(distribution),
    range80: { low: reachedWith(distribution, 0.9), high: reachedWith(distribution, 0.1) },
  }
}
