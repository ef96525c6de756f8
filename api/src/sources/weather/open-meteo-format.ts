import * as z from 'zod'

const values = z.array(z.number().nullable())

/**
 * One place's forecast: parallel arrays, units beside them. Times carry no offset and are GMT unless a time zone was
 * asked for; wind direction is where the wind comes from.
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

/** One place answers an object, several answer an array; read as an array always. */
export const openMeteoAnswerSchema = z
  .union([openMeteoForecastSchema, z.array(openMeteoForecastSchema)])
  .transform((answer) => (Array.isArray(answer) ? answer : [answer]))

export const openMeteoErrorSchema = z.object({ error: z.literal(true), reason: z.string() })
