import type { StatForecastWire } from '@propsight/shared/contracts'
import type { Distribution, StatForecast } from '@propsight/shared/domain/engine'

/** Chances travel to four decimals: a hundredth of a point. */
const SCALE = 10_000
const MOST_VALUES = 120

const rounded = (value: number): number => Math.round(value * SCALE) / SCALE

/**
 * A distribution as it is sent.
 * @returns null where a chance is none: a number that is not there is told, never sent
 */
export function distributionWire({ least, atLeast }: Distribution): StatForecastWire['low'] | null {
  if (!Number.isInteger(least) || atLeast.length === 0 || !atLeast.every(Number.isFinite)) return null
  const chances: number[] = []
  let reached = 1
  for (const chance of atLeast.slice(0, MOST_VALUES)) {
    reached = rounded(Math.min(reached, Math.max(0, chance)))
    // Beyond the end the chance is zero anyway.
    if (reached === 0) break
    chances.push(reached)
  }
  return chances.length === 0 ? null : { least, atLeast: chances }
}

/** A forecast as it is sent; null where the engine's numbers are none. */
export function forecastWire(forecast: StatForecast): StatForecastWire | null {
  const [distribution, low, high] = [forecast.distribution, forecast.low, forecast.high].map(distributionWire)
  if (!distribution || !low || !high || !Number.isFinite(forecast.mean)) return null
  return { stat: forecast.stat, distribution, low, high, mean: rounded(forecast.mean) }
}
