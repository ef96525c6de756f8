import * as z from '@propsight/shared/schema'
import { ALL_ODDS_TYPES } from '../../domain/lines/recommendation.ts'
import { SPORT_CODES } from '../../domain/sports/stat-type.ts'
import { opposingPitcherSchema, vsPitcherSchema } from '../analysis/matchup.ts'
import { ratingSchema } from '../games/weather.ts'

/** Pick ids are created by the client: 'pick_', the time in milliseconds, a random string. */
export const pickIdSchema = z.string().regex(/^pick_\d{10,16}_?[a-z0-9]{4,24}$/)

const gameValue = z.object({
  date: z.string(),
  value: z.number(),
  result: z.enum(['OVER', 'UNDER']),
  push: z.boolean().optional(),
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
})
export type GameValue = z.infer<typeof gameValue>

const percent = z.number().min(0).max(100)

/** The engine's forecast at the time of saving, in addition to `confidence`. */
const pickForecast = z.object({
  /** Ends of the 80% interval of `confidence`, and the probability of a push, in percent. */
  low: percent,
  high: percent,
  push: percent,
  /** The line at which both sides are equally likely. */
  fairLine: z.number(),
  /** Version of the engine; null if the server did not send it. */
  engine: z.string().max(60).nullable(),
  /** Break-even of the best offer, in percent; null without one, absent from picks of earlier versions. */
  breakEven: percent.nullable().optional(),
})

const conditions = z.object({ rating: ratingSchema })

/** Weather forecast for game time at the time of saving; absent for a dome. */
const pickWeather = z.object({
  temperature: z.number().nullable(),
  windSpeed: z.number().nullable(),
  humidity: percent.nullable(),
  conditions: z.string().max(200),
  rainChance: percent.nullable(),
  /** Text about the most important weather factor. */
  primaryWeatherFactor: z.string().max(200).nullable(),
  /** From 0 to 50. */
  weatherImpactScore: z.number().min(0).max(50).nullable(),
  overallConditions: conditions,
  homeRunConditions: conditions.optional(),
  pitchingConditions: conditions.optional(),
  passingConditions: conditions.optional(),
  rushingConditions: conditions.optional(),
})

const stadiumFactors = z.object({
  city: z.string().max(80),
  /** Park factor of home runs; 1 is an average park. */
  factors: z.object({ overall: z.object({ homeRuns: z.number() }) }),
  handednessAdvantage: z.string().max(200).nullable(),
  specialFeatures: z.string().max(300).nullable(),
})

/** Parts that quick mode may lack: null or absent, with the reason in `unavailable`. */
const optionalParts = {
  weather: pickWeather.nullable().optional(),
  stadiumFactors: stadiumFactors.nullable().optional(),
  opposingPitcher: opposingPitcherSchema.nullable().optional(),
  batterVsPitcherHistory: vsPitcherSchema.nullable().optional(),
  detailedStats: z
    .object({ summary: z.string().max(400), error: z.string().max(200).nullable() })
    .nullable()
    .optional(),
  /** Exact probabilities of the engine and the last games, in place of a simulation and a heat map (P6). */
  advancedAnalytics: z
    .object({
      probabilityOver: percent,
      expectedValue: z.number(),
      last5Games: z.array(z.number()).max(5),
      overRate: percent.nullable(),
    })
    .nullable()
    .optional(),
  /** Averages per game of this season by market, in the market's unit. */
  actualAverages: z.record(z.string().max(60), z.number()).nullable().optional(),
}

/**
 * A saved pick (P1, P6). Quick mode leaves the parts that need another mode or data source null and gives the
 * reason for each in `unavailable`.
 */
export const pickSchema = z.object({
  id: pickIdSchema,
  playerName: z.string().min(1).max(120),
  sport: z.enum(SPORT_CODES),
  /**
   * Calibrated probability of the recommended side in whole percent; null without a forecast of the engine.
   */
  confidence: percent.nullable(),
  /** Absent from picks saved before the engine existed, and from picks without a forecast. */
  forecast: pickForecast.optional(),
  projectedStatLine: z.string().max(200),
  extractedStatLine: z.string().max(200).nullable(),
  originalStats: z.string().max(200),
  bettingAnalysis: z.object({
    projectedTotal: z.number().min(-10_000).max(10_000).nullable(),
    recommendation: z.enum(['OVER', 'UNDER']),
    bettingLine: z.number().min(0).max(10_000),
  }),
  defensiveAnalysis: z.string().max(4_000).nullable(),
  injuryImpact: z.string().max(2_000).nullable(),
  recentForm: z.string().max(2_000).nullable(),
  /** Raw over rate of the chosen window in percent, without pushes. */
  overHitPercentage: percent.nullable(),
  reasoning: z.string().max(2000),
  createdAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
  statType: z.string().max(60),
  oddsType: z.enum(ALL_ODDS_TYPES),
  /** Whether the line is a promotion, which has no standard payout; absent where it is not. */
  promo: z.boolean().optional(),
  team: z.string().max(40),
  opponent: z.string().max(40).nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  gameTime: z.string().nullable(),
  gameId: z.string().nullable(),
  personId: z.int().nullable(),
  /** Window in games, and the counts from which `overHitPercentage` is computed. */
  sample: z.object({ window: z.int(), over: z.int(), under: z.int(), push: z.int() }),
  games: z.array(gameValue).max(25),
  /** Keys of the user's books, whose prices counted; absent for all. */
  books: z.array(z.string().max(40)).max(60).optional(),
  /** Data source on which the pick is based. */
  source: z.enum(['sample', 'replay', 'live']),
  unavailable: z.record(z.string(), z.string()),
  ...optionalParts,
})
export type Pick = z.infer<typeof pickSchema>

/** A row of `my_picks`: the columns that queries need, and the complete pick as JSON in `pick`. */
export const pickRowSchema = z.object({
  id: pickIdSchema,
  user_id: z.uuid(),
  player_name: z.string(),
  confidence: z.number().nullable(),
  projected_stat_line: z.string().nullable(),
  betting_line: z.number().nullable(),
  projected_total: z.number().nullable(),
  betting_recommendation: z.enum(['OVER', 'UNDER']).nullable(),
  reasoning: z.string().nullable(),
  sport: z.string(),
  original_stats: z.string().nullable(),
  over_hit_percentage: z.number().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
  pick: pickSchema.nullable().catch(null),
})
export type PickRow = z.infer<typeof pickRowSchema>

export const MAX_SYNCED_PICKS = 1_000

/**
 * Body of `POST /api/sync-picks` (P4): the full list. A pick that is missing from the list is not deleted.
 */
export const syncPicksBody = z.strictObject({ picks: z.array(pickSchema).max(MAX_SYNCED_PICKS) })
export type SyncPicksBody = z.infer<typeof syncPicksBody>

export const syncPicksResponse = z.object({
  success: z.literal(true),
  /** Picks of the list that this call added on the server. */
  added: z.array(pickIdSchema),
  /** Picks of the list that were deleted on another device or have expired: the client removes them. */
  gone: z.array(pickIdSchema),
})
export type SyncPicksResponse = z.infer<typeof syncPicksResponse>
