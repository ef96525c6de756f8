import * as z from 'zod'

/** `points/{lat},{lon}`: the grid cell of a place and the addresses of its forecasts. */
export const nwsPointSchema = z.object({
  properties: z.object({
    gridId: z.string(),
    gridX: z.int(),
    gridY: z.int(),
    forecast: z.url(),
    forecastHourly: z.url(),
    timeZone: z.string(),
  }),
})
export type NwsPoint = z.infer<typeof nwsPointSchema>['properties']

/**
 * `gridpoints/…/forecast` (half-days) and `…/forecast/hourly`. Wind speeds are texts with units ('15 mph').
 */
export const nwsForecastSchema = z.object({
  properties: z.object({
    updateTime: z.string(),
    periods: z.array(
      z.object({
        number: z.int(),
        startTime: z.string(),
        endTime: z.string(),
        isDaytime: z.boolean(),
        temperature: z.number(),
        temperatureUnit: z.enum(['F', 'C']),
        probabilityOfPrecipitation: z.object({ value: z.number().nullable() }).optional(),
        /** Present in hourly forecasts only. */
        relativeHumidity: z.object({ value: z.number().nullable() }).optional(),
        windSpeed: z.string(),
        windDirection: z.string(),
        shortForecast: z.string(),
      }),
    ),
  }),
})
export type NwsForecast = z.infer<typeof nwsForecastSchema>['properties']
