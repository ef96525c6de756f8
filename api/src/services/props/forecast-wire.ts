import type { StatForecastWire } from '@propsight/shared/contracts'
import type { Distribution, StatForecast } from '@propsight/shared/domain/engine'

/** Probabilities are sent with four decimals, which is 0.01 percentage points. */
const SCALE = 10_000
const MAX_VALUES = 120

const rounded = (value: number): number => Math.round(value * SCALE) / SCALE

/**
 * Converts a distribution to its form in the contract: rounded, never rising, without trailing zeros.
 * @returns null when a number is invalid
 */
export function toDistributionWire({ least, atLeast }: Distribution): StatForecastWire['low'] | null {
  if (!Number.isInteger(least) || atLeast.length === 0 || !atLeast.every(Number.isFinite)) return null
  const chances: number[] = []
  let reached = 1
  for (const chance of atLeast.slice(0, MAX_VALUES)) {
    reached = rounded(Math.min(reached, Math.max(0, chance)))
    // Missing values at the end mean a probability of zero.
    if (reached === 0) break
    chances.push(reached)
  }
  return chances.length === 0 ? null : { least, atLeast: chances }
}

/** Converts a forecast to its form in the contract; null when a number is invalid. */
export function toForecastWire(forecast: StatForecast): StatForecastWire | null {
  const distribution = toDistributionWire(forecast.distribution)
  const low = toDistributionWire(forecast.low)
  const high = toDistributionWire(forecast.high)
  if (!distribution || !low || !high || !Number.isFinite(forecast.mean)) return null
  return { stat: forecast.stat, distribution, low, high, mean: rounded(forecast.mean) }
}
