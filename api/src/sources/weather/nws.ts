import * as z from 'zod'
import { listOf, optionalField } from '../../platform/service-client/answer-lists.ts'
import type { HourForecast, Place } from './weather-client.ts'

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
const FREEZING_F = 32

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
