import * as z from 'zod'

export const WEATHER_SPORTS = ['baseball', 'football'] as const

/** With seconds or without them, and with an offset or 'Z'. */
const instant = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  "must be a time with its offset, like '2026-07-15T23:10:00Z'",
)

/** Query of `GET /api/weather/{team}` (specification 1 §7). Without a time, the club's default game time today. */
export const weatherQuery = z.strictObject({ sport: z.enum(WEATHER_SPORTS), gameTime: instant.optional() })

/** The enumeration of the specification; no band gives VERY_GOOD (1 §3, §9). */
export const RATINGS = ['EXCELLENT', 'VERY_GOOD', 'GOOD', 'FAIR', 'POOR', 'TERRIBLE'] as const
export const ratingSchema = z.enum(RATINGS)

const conditions = z.object({ rating: ratingSchema, score: z.number().min(0).max(100) })

/**
 * Weather in a club's own stadium at game time (specification 1 §3). Imperial units; `windDirection` is the compass
 * point that the wind comes from.
 */
export const teamWeatherAnswer = z.object({
  team: z.string(),
  sport: z.enum(WEATHER_SPORTS),
  city: z.string(),
  stadium: z.string(),
  /** Game time in the stadium's own zone, as text: '7:10 PM'. */
  convertedGameTime: z.string(),
  /** The hour that the forecast is for, the one nearest to the game, ISO 8601 in UTC. */
  forecastFor: z.string(),
  roof: z.enum(['open', 'retractable', 'dome']),
  /** The rest is null in a dome: there is no weather. */
  temperature: z.number().nullable(),
  windSpeed: z.number().nullable(),
  windDirection: z.string().nullable(),
  /** Degrees that the wind comes from, clockwise from north. */
  windDegrees: z.number().min(0).max(360).nullable(),
  humidity: z.number().min(0).max(100).nullable(),
  rainChance: z.number().min(0).max(100).nullable(),
  pressureHpa: z.number().nullable(),
  snow: z.boolean().nullable(),
  description: z.string(),
  /** Bearing from home plate to centre field, or along the field; degrees clockwise from true north. */
  fieldBearing: z.number().min(0).max(360).nullable(),
  elevationFeet: z.number(),
  /** Wind along home plate → centre field, mph; negative blows in. */
  windOut: z.number().nullable(),
  /** `low`: published bearings of the field disagree. */
  bearingConfidence: z.enum(['high', 'low']).optional(),
  /** Baseball, in the open: feet that the air adds to a long fly ball. */
  carryFeet: z.number().optional(),
  overallConditions: conditions,
  homeRunConditions: conditions.optional(),
  pitchingConditions: conditions.optional(),
  hittingConditions: conditions.optional(),
  passingConditions: conditions.optional(),
  rushingConditions: conditions.optional(),
  kickingConditions: conditions.optional(),
  /** Who forecast it, as people know it; left out where nobody was asked. */
  source: z.string().optional(),
  readAt: z.string(),
  stale: z.boolean(),
})
export type TeamWeather = z.infer<typeof teamWeatherAnswer>
