import * as z from '@propsight/shared/schema'

export const WEATHER_SPORTS = ['baseball', 'football'] as const

/** ISO 8601 with or without seconds, with an offset or 'Z'. */
const instant = z.union(
  [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })],
  "must be a time with its offset, like '2026-07-15T23:10:00Z'",
)

/** Query of `GET /api/weather/{team}` (W2). Without a time, the club's default game time today. */
export const weatherQuery = z.strictObject({ sport: z.enum(WEATHER_SPORTS), gameTime: instant.optional() })

/** Ratings of weather conditions (W3). VERY_GOOD is part of the enumeration, but no band produces it. */
export const RATINGS = ['EXCELLENT', 'VERY_GOOD', 'GOOD', 'FAIR', 'POOR', 'TERRIBLE'] as const
export const ratingSchema = z.enum(RATINGS)

const conditions = z.object({ rating: ratingSchema, score: z.number().min(0).max(100) })

/**
 * Weather in a club's own stadium at game time (W2). Imperial units; `windDirection` is the compass point
 * that the wind comes from.
 */
export const teamWeatherResponse = z.object({
  team: z.string(),
  sport: z.enum(WEATHER_SPORTS),
  city: z.string(),
  stadium: z.string(),
  /** Game time in the stadium's own zone, as text: '7:10 PM'. */
  convertedGameTime: z.string(),
  /** The forecast hour nearest to the game, ISO 8601 in UTC. */
  forecastFor: z.string(),
  roof: z.enum(['open', 'retractable', 'dome']),
  /** The fields from here to `snow` are null in a dome. */
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
  /**
   * Bearing from home plate to center field, or along a football field; degrees clockwise from true north.
   */
  fieldBearing: z.number().min(0).max(360).nullable(),
  elevationFeet: z.number(),
  /** Wind component from home plate to center field, mph; negative if it blows in. */
  windOut: z.number().nullable(),
  /** `low` if published bearings of the field disagree. */
  bearingConfidence: z.enum(['high', 'low']).optional(),
  /** Baseball without a closed roof: feet that the air density adds to a long fly ball. */
  carryFeet: z.number().optional(),
  overallConditions: conditions,
  homeRunConditions: conditions.optional(),
  pitchingConditions: conditions.optional(),
  hittingConditions: conditions.optional(),
  passingConditions: conditions.optional(),
  rushingConditions: conditions.optional(),
  kickingConditions: conditions.optional(),
  /** Display name of the weather service; absent if none was queried. */
  source: z.string().optional(),
  readAt: z.string(),
  stale: z.boolean(),
})
export type TeamWeather = z.infer<typeof teamWeatherResponse>

/**
 * Key of this response in the query client of the page, so that each forecast is requested once, whichever remotes
 * show it.
 * @param gameTime ISO 8601; null while it is not set
 */
export const weatherKey = (
  sport: (typeof WEATHER_SPORTS)[number],
  homeTeam: string,
  gameTime: string | null,
): readonly unknown[] => ['weather', sport, homeTeam, gameTime]
