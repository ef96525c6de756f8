import * as z from 'zod'
import { listOf, optionalField } from '../../platform/service-client/answer-lists.ts'

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
