import * as z from 'zod'

const values = z.array(z.number().nullable())

/**
 * Forecast of one place: parallel arrays and their units. Times have no offset and are GMT unless a time zone
 * was requested. The wind direction is the direction the wind blows from.
 */
const openMeteoForecastSchema = z.object({
  latitude: z.number(),
  longitude: z.number(),
  utc_offset_seconds: z.int(),
  timezone: z.string(),
  hourly_units: z.record(z.string(), z.string()),
  hourly: z.object({ time: z.array(z.string()) }).catchall(values),
})

export type OpenMeteoForecast = z.infer<typeof openMeteoForecastSchema>

/** The service returns an object for one place and an array for several. Parsed as an array in both cases. */
export const openMeteoAnswerSchema = z
  .union([openMeteoForecastSchema, z.array(openMeteoForecastSchema)])
  .transform((answer) => (Array.isArray(answer) ? answer : [answer]))

export const openMeteoErrorSchema = z.object({ error: z.literal(true), reason: z.string() })
