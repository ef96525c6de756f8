import { type Distribution, meanOf, reach } from './distribution.ts'
import { envelope } from './envelope.ts'
import type { StatForecast } from './forecast.ts'

const TAIL = 0.1

/** Half line whose two sides are nearest to even. Its lowest is 0.5 above the least value. */
function fairLine(distribution: Distribution): number {
  let line = distribution.least + 0.5
  let apart = Math.abs(reach(distribution, line + 0.5) - 0.5)
  for (
    let value = distribution.least + 2;
    value < distribution.least + distribution.atLeast.length;
    value++
  ) {
    const next = Math.abs(reach(distribution, value) - 0.5)
    // A value that the stat never takes leaves the chances level: look on beyond it.
    if (next >= apart) continue
    apart = next
    line = value - 0.5
  }
  return line
}

/** Values that a tenth of the games at most stay below, and go beyond. */
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
 * A forecast from its three distributions: everything else is read off them. Where an end of the band crosses the middle
 * far out, the middle bounds it, so that P(over) of every line lies within its interval.
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
