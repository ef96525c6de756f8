import { WEATHER_DAYS_AHEAD, WEATHER_PAST_DAYS } from '../constants.ts'
import type { OpenMeteoForecast } from './open-meteo-format.ts'
import type { HourForecast, Place } from './weather-client.ts'
import { wordsOf } from './wmo-codes.ts'

const VARIABLES = [
  'temperature_2m',
  'relative_humidity_2m',
  'precipitation_probability',
  'precipitation',
  'snowfall',
  'weather_code',
  'pressure_msl',
  'wind_speed_10m',
  'wind_direction_10m',
] as const
const FREEZING_F = 32

/**
 * Query for several places at once. Times are in GMT, because local time has an hour twice when daylight
 * saving ends.
 */
export const openMeteoQuery = (places: readonly Place[], apiKey?: string): Record<string, string> => ({
  latitude: places.map(({ latitude }) => latitude).join(','),
  longitude: places.map(({ longitude }) => longitude).join(','),
  hourly: VARIABLES.join(','),
  temperature_unit: 'fahrenheit',
  wind_speed_unit: 'mph',
  precipitation_unit: 'inch',
  timezone: 'GMT',
  past_days: String(WEATHER_PAST_DAYS),
  forecast_days: String(WEATHER_DAYS_AHEAD),
  ...(apiKey === undefined ? {} : { apikey: apiKey }),
})

/**
 * Whether precipitation is snow. Without precipitation: whether it is cold enough for snow. Null if unknown.
 */
function isSnow(snowfall: number | null, precipitation: number | null, temperatureF: number | null) {
  if (snowfall !== null && snowfall > 0) return true
  if (precipitation !== null && precipitation > 0) return snowfall === null ? null : false
  return temperatureF === null ? null : temperatureF <= FREEZING_F
}

/**
 * The hours of one place.
 * @throws RangeError if times are not in GMT
 */
export function openMeteoHours({ utc_offset_seconds, hourly }: OpenMeteoForecast): HourForecast[] {
  if (utc_offset_seconds !== 0) throw new RangeError('times are not in GMT')
  return hourly.time.map((time, index) => {
    const of = (variable: (typeof VARIABLES)[number]) => hourly[variable]?.[index] ?? null
    const temperatureF = of('temperature_2m')
    return {
      at: new Date(`${time}Z`).toISOString(),
      temperatureF,
      windMph: of('wind_speed_10m'),
      windFromDegrees: of('wind_direction_10m'),
      humidity: of('relative_humidity_2m'),
      rainChance: of('precipitation_probability'),
      seaLevelPressureHpa: of('pressure_msl'),
      snow: isSnow(of('snowfall'), of('precipitation'), temperatureF),
      description: wordsOf(of('weather_code')) ?? '',
    }
  })
}
