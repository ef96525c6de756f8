import { chanceAtLeast, type Distribution, meanOf } from './distribution.ts'

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
    const chance = choose(chanceAtLeast(one, value), chanceAtLeast(other, value))
    if (chance > 0) atLeast.push(chance)
  }
  return { least, atLeast }
}

/** Forecast of one stat of one player in one game. */
export interface StatForecast {
  /** The stat's name as in `findStatType`. */
  readonly stat: string
  /** Calibrated distribution, from which every line and alternate line is evaluated. */
  readonly distribution: Distribution
  /** Distributions at both ends of the 80% band of the model's errors: they give the interval of P(over). */
  readonly low: Distribution
  readonly high: Distribution
  /** Expected value in the stat's unit. */
  readonly mean: number
  /** Half line whose P(over) is nearest to one half. */
  readonly fairLine: number
  /** Values between which the stat is in about 80% of games, inclusive. */
  readonly range80: { readonly low: number; readonly high: number }
}

const TAIL = 0.1

/** Half line whose P(over) is nearest to one half; at least the least value plus 0.5. */
function fairLine(distribution: Distribution): number {
  let line = distribution.least + 0.5
  let apart = Math.abs(chanceAtLeast(distribution, line + 0.5) - 0.5)
  for (
    let value = distribution.least + 2;
    value < distribution.least + distribution.atLeast.length;
    value++
  ) {
    const next = Math.abs(chanceAtLeast(distribution, value) - 0.5)
    // Not a reason to stop: values that the stat never takes have equal chances, and better ones may follow.
    if (next >= apart) continue
    apart = next
    line = value - 0.5
  }
  return line
}

/** Values with at most a tenth of the games below the low one, and at most a tenth above the high one. */
function range80(distribution: Distribution): { low: number; high: number } {
  const { least, atLeast } = distribution
  let low = least
  let high = least
  for (let value = least; value < least + atLeast.length; value++) {
    if (chanceAtLeast(distribution, value) >= 1 - TAIL) low = value
    if (chanceAtLeast(distribution, value) > TAIL) high = value
  }
  return { low, high }
}

/**
 * Builds a forecast from its distribution and those of both ends of its band. Where an end crosses the
 * middle, it is replaced by the middle, so that the interval of every line contains its P(over).
 * @param stat name as in `findStatType`
 */
export const buildStatForecast = (
  stat: string,
  distribution: Distribution,
  low: Distribution,
  high: Distribution,
): StatForecast => ({
  stat,
  distribution,
  low: envelope(distribution, low, 'smaller'),
  high: envelope(distribution, high, 'greater'),
  mean: meanOf(distribution),
  fairLine: fairLine(distribution),
  range80: range80(distribution),
})
