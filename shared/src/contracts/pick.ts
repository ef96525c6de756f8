import * as z from 'zod'
import { oddsTypeSchema } from './odds-type.ts'

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
})
export type Pick = z.infer<typeof pickSchema>
