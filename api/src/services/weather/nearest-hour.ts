import type { HourForecast } from '../../sources/weather/weather-client.ts'

const HOUR_MS = 3_600_000
/**
 * A forecast that starts now still applies to a game in progress; the weather of another time of day does
 * not.
 */
const FURTHEST_MS = 3 * HOUR_MS

/**
 * The forecast hour that starts nearest to an instant; null if none starts within three hours of it.
 * @param hours hours of a forecast, oldest first
 */
export function nearestHour(hours: readonly HourForecast[], instant: Date): HourForecast | null {
  const distance = ({ at }: HourForecast) => Math.abs(Date.parse(at) - instant.getTime())
  const nearest = hours.reduce<HourForecast | null>(
    (best, hour) => (best === null || distance(hour) < distance(best) ? hour : best),
    null,
  )
  return nearest && distance(nearest) <= FURTHEST_MS ? nearest : null
}
