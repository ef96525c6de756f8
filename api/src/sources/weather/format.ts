import * as z from 'zod'
import { listOf, optionalField } from '../../platform/service-client/answer-lists.ts'
import { WEATHER_DAYS_AHEAD, WEATHER_PAST_DAYS } from '../constants.ts'
import type { HourForecast, Place } from './weather-client.ts'

// Values of different arrays belong together by their position, so that an unreadable one keeps its place.
const values = z.array(z.number().nullable().catch(null)).catch([])

/**
 * Forecast of one place: parallel arrays and their units. Times have no offset and are GMT unless a time zone
 * was requested. The wind direction is the direction the wind blows from.
 */
const openMeteoForecastSchema = z.object({
  /** 0 for GMT, which is the default. */
  utc_offset_seconds: z.int().default(0).catch(0),
  timezone: optionalField(z.string()),
  hourly_units: optionalField(z.record(z.string(), z.string())),
  hourly: z.object({ time: z.array(z.string().nullable().catch(null)) }).catchall(values),
})

export type OpenMeteoForecast = z.infer<typeof openMeteoForecastSchema>

/**
 * The service returns an object for one place and an array for several, in the order of the request. Parsed as an array
 * in both cases; an unreadable place is null.
 */
export const openMeteoAnswerSchema = z.union([
  openMeteoForecastSchema.transform((forecast) => [forecast]),
  z.array(openMeteoForecastSchema.nullable().catch(null)),
])

/**
 * The codes of WMO table 4677 that Open-Meteo uses (open-meteo.com/en/docs, 'Weather variable
 * documentation').
 */
const CODE_TEXTS: Readonly<Record<number, string>> = {
  0: 'Clear',
  1: 'Mostly clear',
  2: 'Partly cloudy',
  3: 'Overcast',
  45: 'Fog',
  48: 'Freezing fog',
  51: 'Light drizzle',
  53: 'Drizzle',
  55: 'Heavy drizzle',
  56: 'Freezing drizzle',
  57: 'Freezing drizzle',
  61: 'Light rain',
  63: 'Rain',
  65: 'Heavy rain',
  66: 'Freezing rain',
  67: 'Freezing rain',
  71: 'Light snow',
  73: 'Snow',
  75: 'Heavy snow',
  77: 'Snow grains',
  80: 'Light showers',
  81: 'Showers',
  82: 'Heavy showers',
  85: 'Snow showers',
  86: 'Heavy snow showers',
  95: 'Thunderstorm',
  96: 'Thunderstorm with hail',
  99: 'Thunderstorm with hail',
}

/** Text of a weather code; null for an unknown code. */
export const weatherCodeText = (code: number | null): string | null =>
  code === null ? null : (CODE_TEXTS[code] ?? null)

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
 * The hours of one place, without those whose time cannot be read.
 * @throws RangeError if times are not in GMT
 */
export function openMeteoHours({ utc_offset_seconds, hourly }: OpenMeteoForecast): HourForecast[] {
  if (utc_offset_seconds !== 0) throw new RangeError('times are not in GMT')
  return hourly.time.flatMap((time, index): HourForecast[] => {
    const startMs = Date.parse(`${time}Z`)
    if (Number.isNaN(startMs)) return []
    const of = (variable: (typeof VARIABLES)[number]) => hourly[variable]?.[index] ?? null
    const temperatureF = of('temperature_2m')
    return [
      {
        at: new Date(startMs).toISOString(),
        temperatureF,
        windMph: of('wind_speed_10m'),
        windFromDegrees: of('wind_direction_10m'),
        humidity: of('relative_humidity_2m'),
        rainChance: of('precipitation_probability'),
        seaLevelPressureHpa: of('pressure_msl'),
        snow: isSnow(of('snowfall'), of('precipitation'), temperatureF),
        description: weatherCodeText(of('weather_code')) ?? '',
      },
    ]
  })
}

/** `points/{lat},{lon}`: the grid cell of a place. */
export const nwsPointSchema = z.object({
  properties: z.object({
    gridId: z.string(),
    gridX: z.int(),
    gridY: z.int(),
  }),
})
export type NwsPoint = z.infer<typeof nwsPointSchema>['properties']

/**
 * `gridpoints/…/forecast` (half-days) and `…/forecast/hourly`. Wind speeds are texts with units ('15 mph').
 */
export const nwsForecastSchema = z.object({
  properties: z.object({
    periods: listOf(
      z.object({
        startTime: z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time'),
        temperature: optionalField(z.number()),
        temperatureUnit: optionalField(z.enum(['F', 'C'])),
        probabilityOfPrecipitation: optionalField(z.object({ value: z.number().nullable() })),
        /** Present in hourly forecasts only. */
        relativeHumidity: optionalField(z.object({ value: z.number().nullable() })),
        windSpeed: z.string().catch(''),
        windDirection: z.string().catch(''),
        shortForecast: z.string().catch(''),
      }),
      { keyOf: ({ startTime }) => startTime },
    ),
  }),
})
export type NwsForecast = z.infer<typeof nwsForecastSchema>['properties']

const COMPASS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ')
const POINT_DEGREES = 22.5

/** At most four decimals without trailing zeros: the service redirects all other forms. */
export const pointPath = ({ latitude, longitude }: Place): string =>
  `/points/${Number(latitude.toFixed(4))},${Number(longitude.toFixed(4))}`

/** Built from the numbers of the grid cell: addresses in responses are never followed. */
export const hourlyPath = ({ gridId, gridX, gridY }: Pick<NwsPoint, 'gridId' | 'gridX' | 'gridY'>): string =>
  `/gridpoints/${encodeURIComponent(gridId)}/${gridX},${gridY}/forecast/hourly`

/** Parses '15 mph'; a range such as '10 to 15 mph' gives its middle. */
function mphOf(text: string): number | null {
  const numbers = /mph/i.test(text) ? (text.match(/\d+(\.\d+)?/g) ?? []).map(Number) : []
  return numbers.length === 0 ? null : numbers.reduce((sum, mph) => sum + mph, 0) / numbers.length
}

const degreesOf = (point: string): number | null => {
  const at = COMPASS.indexOf(point.toUpperCase())
  return at < 0 ? null : at * POINT_DEGREES
}

/** Null for an unknown temperature or unit. */
function toFahrenheit(temperature: number | undefined, unit: 'F' | 'C' | undefined): number | null {
  if (temperature === undefined || unit === undefined) return null
  return unit === 'F' ? temperature : temperature * 1.8 + 32
}

const isFreezing = (temperatureF: number | null): boolean | null =>
  temperatureF === null ? null : temperatureF <= FREEZING_F

/** The hours of a forecast. The service does not forecast pressure. */
export const nwsHours = ({ periods }: NwsForecast): HourForecast[] =>
  periods.map((period) => {
    const { temperature, temperatureUnit, shortForecast } = period
    const temperatureF = toFahrenheit(temperature, temperatureUnit)
    const falling = /snow|flurries|rain|showers|drizzle|storm/i.test(shortForecast)
    return {
      at: new Date(period.startTime).toISOString(),
      temperatureF,
      windMph: mphOf(period.windSpeed),
      windFromDegrees: degreesOf(period.windDirection),
      humidity: period.relativeHumidity?.value ?? null,
      rainChance: period.probabilityOfPrecipitation?.value ?? null,
      seaLevelPressureHpa: null,
      snow: falling ? /snow|flurries/i.test(shortForecast) : isFreezing(temperatureF),
      description: shortForecast,
    }
  })
