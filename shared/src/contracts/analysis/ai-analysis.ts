import * as z from 'zod'
import { lineSchema } from './lines.ts'
import { opposingPitcherSchema } from './player-detail.ts'

/**
 * Maximum lines of one analysis: above max(5, 3 × top picks) of row N8, and the most rows read from one
 * picture.
 */
export const MOST_ANALYZED_LINES = 60

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
 * compatibility and ignored: the server reads both itself.
 */
export const analyzePerformanceBody = z.strictObject({
  runId: z.uuid(),
  extractedStats: z.array(analyzedLine).min(1).max(MOST_ANALYZED_LINES),
  historicalData: z.unknown().optional(),
  weatherData: z.unknown().optional(),
  numPlayers: z.int().min(1).max(10),
  mlbWindow: z.int().min(1).max(25).optional(),
})
export type AnalyzePerformanceBody = z.infer<typeof analyzePerformanceBody>

const percent = z.number().min(0).max(100)

/** One recommended line (N4). Every number in `reasoning` is computed by the engine. */
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
  fairLine: z.number(),
  /** Expected value in the stat's unit. */
  projected: z.number(),
  reasoning: z.string().max(2000),
  /** Author of `reasoning`; absent from older API versions. */
  words: z.enum(['engine', 'model']).optional(),
  opposingPitcher: opposingPitcherSchema.nullable(),
  weather: z.string().max(300).nullable(),
  news: z.string().max(400).nullable(),
})
export type Recommendation = z.infer<typeof recommendationSchema>

export const analyzePerformanceAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    analysis: z.object({
      recommendations: z.array(recommendationSchema).max(10),
      /** Lines that were analyzed and not recommended, each with its reason. */
      passedOver: z.array(z.object({ id: z.string(), reason: z.string().max(200) })).max(MOST_ANALYZED_LINES),
      engine: z.string(),
      /** Author of the sentences: the engine's templates, or a language model whose output was checked. */
      wording: z.object({
        by: z.enum(['engine', 'model']),
        model: z.string().nullable(),
        /**
         * Number of sentences of the model that were dropped because they contain a number that was not
         * computed.
         */
        dropped: z.int().nonnegative(),
      }),
    }),
  }),
})
export type AnalyzePerformanceAnswer = z.infer<typeof analyzePerformanceAnswer>
