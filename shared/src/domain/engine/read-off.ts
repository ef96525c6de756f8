import { type Distribution, meanOf, reach } from './distribution.ts'
import { envelope } from './envelope.ts'
import type { StatForecast } from './forecast.ts'

const TAIL = 0.1

/** Half line whose P(over) is nearest to one half; at least the least value plus 0.5. */
function fairLine(distribution: Distribution): number {
  let line = distribution.least + 0.5
  let apart = Math.abs(reach(distribution, line + 0.5) - 0.5)
  for (
    let value = distribution.least + 2;
    value < distribution.least + distribution.atLeast.length;
    value++
  ) {
    const next = Math.abs(reach(distribution, value) - 0.5)
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
    if (reach(distribution, value) >= 1 - TAIL) low = value
    if (reach(distribution, value) > TAIL) high = value
  }
  return { low, high }
}

/**
 * Builds a forecast from its distribution and those of both ends of its band. Where an end crosses the
 * middle, it is replaced by the middle, so that the interval of every line contains its P(over).
 * @param stat name as in `statTypeOf`
 */
export const readOff = (
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
