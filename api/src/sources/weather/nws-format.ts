import * as z from 'zod'

/** `points/{lat},{lon}`: which grid a place is in, and where its forecasts are. */
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

/** `gridpoints/…/forecast`: half-days or hours, with the units in the text ('15 mph'). */
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
        /** Of hours; half-days have none. */
        relativeHumidity: z.object({ value: z.number().nullable() }).optional(),
        windSpeed: z.string(),
        windDirection: z.string(),
        shortForecast: z.string(),
      }),
    ),
  }),
})
export type NwsForecast = z.infer<typeof nwsForecastSchema>['properties']
