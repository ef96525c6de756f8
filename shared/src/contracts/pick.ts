import * as z from 'zod'
import { oddsTypeSchema } from './odds-type.ts'
import { opposingPitcherSchema, vsPitcherSchema } from './player-detail.ts'
import { ratingSchema } from './weather.ts'

/** Ids are made by the client: 'pick_', the time in milliseconds, a random string (1 §3). */
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

/** What the engine said beside `confidence` when the pick was saved. */
const pickForecast = z.object({
  /** Ends of the 80% interval of `confidence`, and the chance that the game equals the line. */
  low: percent,
  high: percent,
  push: percent,
  /** The line whose sides would have been even. */
  fairLine: z.number(),
  /** Version of the engine, where the server named it. */
  engine: z.string().max(60).nullable(),
})

const conditions = z.object({ rating: ratingSchema })

/** Weather at game time as it was when the pick was saved; a dome has none. */
const pickWeather = z.object({
  temperature: z.number().nullable(),
  windSpeed: z.number().nullable(),
  humidity: percent.nullable(),
  conditions: z.string().max(200),
  rainChance: percent.nullable(),
  /** What matters most of it, in words. */
  primaryWeatherFactor: z.string().max(200).nullable(),
  /** Out of 50. */
  weatherImpactScore: z.number().min(0).max(50).nullable(),
  overallConditions: conditions,
  homeRunConditions: conditions.optional(),
  pitchingConditions: conditions.optional(),
  passingConditions: conditions.optional(),
  rushingConditions: conditions.optional(),
})

const stadiumFactors = z.object({
  city: z.string().max(80),
  /** The park's multiplier of home runs, 1 for an average park. */
  factors: z.object({ overall: z.object({ homeRuns: z.number() }) }),
  handednessAdvantage: z.string().max(200).nullable(),
  specialFeatures: z.string().max(300).nullable(),
})

/** The parts that quick mode may not have: null or absent, with the reason in `unavailable`. */
const fuller = {
  weather: pickWeather.nullable().optional(),
  stadiumFactors: stadiumFactors.nullable().optional(),
  opposingPitcher: opposingPitcherSchema.nullable().optional(),
  batterVsPitcherHistory: vsPitcherSchema.nullable().optional(),
  detailedStats: z
    .object({ summary: z.string().max(400), error: z.string().max(200).nullable() })
    .nullable()
    .optional(),
  /** What stands for the specification's simulation and heat map: the engine's exact chances and the last games. */
  advancedAnalytics: z
    .object({
      probabilityOver: percent,
      expectedValue: z.number(),
      last5Games: z.array(z.number()).max(5),
      overRate: percent.nullable(),
    })
    .nullable()
    .optional(),
  /** Averages a game of this season by stat, in the stats' own units. */
  actualAverages: z.record(z.string().max(60), z.number()).nullable().optional(),
}

/**
 * The pick of the specification (2 §3), as quick mode fills it. Parts that another mode or a later source fills are
 * null here, and `unavailable` says why for each.
 */
export const pickSchema = z.object({
  id: pickIdSchema,
  playerName: z.string().min(1).max(120),
  sport: z.enum(['MLB', 'NBA', 'NFL']),
  /** Calibrated probability of the recommended side in whole percent; null where the engine gave none. */
  confidence: percent.nullable(),
  /** Picks from before the engine, and those that it said nothing about, have none. */
  forecast: pickForecast.optional(),
  projectedStatLine: z.string().max(200),
  extractedStatLine: z.string().max(200).nullable(),
  originalStats: z.string().max(200),
  bettingAnalysis: z.object({
    projectedTotal: z.number().nullable(),
    recommendation: z.enum(['OVER', 'UNDER']),
    bettingLine: z.number().nonnegative(),
  }),
  defensiveAnalysis: z.string().nullable(),
  injuryImpact: z.string().nullable(),
  recentForm: z.string().nullable(),
  /** Raw over rate of the chosen window in percent, pushes left out. */
  overHitPercentage: percent.nullable(),
  reasoning: z.string().max(2000),
  createdAt: z.iso.datetime({ offset: true }),
  expiresAt: z.iso.datetime({ offset: true }),
  statType: z.string().max(60),
  oddsType: oddsTypeSchema,
  team: z.string().max(40),
  opponent: z.string().max(40).nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  gameTime: z.string().nullable(),
  gameId: z.string().nullable(),
  personId: z.int().nullable(),
  /** Window and counts behind `overHitPercentage`. */
  sample: z.object({ window: z.int(), over: z.int(), under: z.int(), push: z.int() }),
  games: z.array(gameValue).max(25),
  /** Which data the pick was made on. */
  source: z.enum(['sample', 'replay', 'live']),
  unavailable: z.record(z.string(), z.string()),
  ...fuller,
})
export type Pick = z.infer<typeof pickSchema>
