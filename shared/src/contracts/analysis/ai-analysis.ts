import * as z from '@propsight/shared/schema'
import { availabilitySchema, gameLogRecordSchema, gameLogsBody } from './game-logs.ts'
import { lineSchema } from './lines.ts'
import { opposingPitcherSchema } from './matchup.ts'

const named = z.strictObject({ name: z.string().trim().min(1).max(80), team: z.string().trim().max(40) })

/** Body of `POST /api/news-sentiment` (N4). */
export const newsSentimentBody = z.strictObject({
  runId: z.uuid(),
  players: z.array(named).min(1).max(60),
})
export type NewsSentimentBody = z.infer<typeof newsSentimentBody>

/** Recent roster transactions of one player, as published by the league. */
export const playerNewsSchema = z.object({
  name: z.string(),
  team: z.string(),
  availability: availabilitySchema.nullable(),
  /** Newest first. */
  moves: z.array(z.object({ date: z.iso.date(), label: z.string(), text: z.string().max(400) })).max(10),
  /**
   * 'negative' while the player is out, 'positive' after a return, else 'neutral'. Derived from the
   * transactions.
   */
  sentiment: z.enum(['negative', 'neutral', 'positive']),
})
export type PlayerNews = z.infer<typeof playerNewsSchema>

export const newsSentimentResponse = z.object({
  success: z.literal(true),
  data: z.object({ players: z.array(playerNewsSchema), readAt: z.string(), stale: z.boolean() }),
})
export type NewsSentimentResponse = z.infer<typeof newsSentimentResponse>

/** Body of `POST /api/historical/{sport}` (N4): the players of a run, as in `POST /api/game-logs`. */
export const historicalBody = z.strictObject({
  runId: z.uuid(),
  players: gameLogsBody.shape.players.max(60),
})

/** The records of the game log stream, without `start` and `end`. */
export const historicalResponse = z.object({
  success: z.literal(true),
  data: z.object({
    players: z.array(gameLogRecordSchema),
    readAt: z.string(),
    stale: z.boolean(),
  }),
})
export type HistoricalResponse = z.infer<typeof historicalResponse>

/**
 * Maximum lines of one analysis: above max(5, 3 × top picks) of row N8, and the most rows read from one
 * picture.
 */
export const MAX_ANALYZED_LINES = 60

const words = z.string().max(120)
/**
 * A line as the client describes it. Lengths are limited because the response repeats parts of it and is
 * cached.
 */
const analyzedLine = lineSchema.extend({
  id: words,
  name: words,
  team: words,
  position: words,
  stats: words,
  statType: words,
  opponent: words.nullable(),
  gameTime: words.nullable(),
  gameId: words.nullable(),
  line: z.number().nonnegative().max(1_000),
})

/**
 * Body of `POST /api/analyze-performance/{sport}` (N4). `historicalData` and `weatherData` are accepted for
 * compatibility and ignored: the server reads both itself. They count towards the limits of a body.
 */
export const analyzePerformanceBody = z.strictObject({
  runId: z.uuid(),
  extractedStats: z.array(analyzedLine).min(1).max(MAX_ANALYZED_LINES),
  historicalData: z.unknown().optional(),
  weatherData: z.unknown().optional(),
  numPlayers: z.int().min(1).max(10),
  mlbWindow: z.int().min(1).max(25).optional(),
  /** Keys of the user's books, whose prices count; absent for all. */
  books: z.array(z.string().max(40)).max(60).optional(),
})

const percent = z.number().min(0).max(100)

/**
 * One line of an analysis (N4), by the worth of its best offer. It reaches its break-even (`reachesBreakEven`). Every sentence of
 * `reasoning` is built by the engine.
 */
export const recommendationSchema = z.object({
  /** Id of the line. */
  id: z.string(),
  player: z.object({ name: z.string(), team: z.string(), position: z.string(), personId: z.int() }),
  bettingLine: z.number().nonnegative(),
  recommendation: z.enum(['OVER', 'UNDER']),
  /**
   * Calibrated probability of the side, the ends of its 80% interval and the probability of a push, in
   * percent.
   */
  confidence: percent,
  low: percent,
  high: percent,
  push: percent,
  /** Whether the side passes the gate for edges; absent from older API versions. */
  edge: z.boolean().optional(),
  fairLine: z.number(),
  /** Expected value in the stat's unit. */
  projected: z.number(),
  reasoning: z.string().max(2000),
  /** Who chose the sentences of `reasoning`; absent from older API versions. */
  words: z.enum(['engine', 'model']).optional(),
  opposingPitcher: opposingPitcherSchema.nullable(),
  weather: z.string().max(300).nullable(),
  news: z.string().max(400).nullable(),
})
export type Recommendation = z.infer<typeof recommendationSchema>

export const analyzePerformanceResponse = z.object({
  success: z.literal(true),
  data: z.object({
    analysis: z.object({
      recommendations: z.array(recommendationSchema).max(10),
      /** Lines that were analyzed and not recommended, each with its reason. */
      passedOver: z.array(z.object({ id: z.string(), reason: z.string().max(200) })).max(MAX_ANALYZED_LINES),
      engine: z.string(),
      /** Who chose the sentences. The engine builds all of them; a language model may choose and order them. */
      wording: z.object({
        by: z.enum(['engine', 'model']),
        model: z.string().nullable(),
        /** Number of ids of the model that were ignored: unknown, repeated or too many. */
        dropped: z.int().nonnegative(),
      }),
    }),
  }),
})
export type AnalyzePerformanceResponse = z.infer<typeof analyzePerformanceResponse>
