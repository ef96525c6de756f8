import * as z from 'zod'
import { optionalField } from '../../platform/service-client/answer-lists.ts'

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

export const openMeteoErrorSchema = z.object({ error: z.literal(true), reason: z.string() })
