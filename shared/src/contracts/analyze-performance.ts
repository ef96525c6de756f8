import * as z from 'zod'
import { lineSchema } from './lines.ts'
import { opposingPitcherSchema } from './player-detail.ts'

/** Most lines of one analysis: max(5, 3 × top picks) of the specification (2 §9), and a picture's. */
export const MOST_ANALYZED_LINES = 60

const words = z.string().max(120)
/** What a client says a line is; an answer repeats parts of it and is kept for a while, so that it has bounds. */
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
 * Body of `POST /api/analyze-performance/{sport}` (specification 2 §7). `historicalData` and `weatherData` belong to the
 * specified form; the server reads both itself and believes neither.
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

/** One recommended line (specification 2 §3, 'Analysis result'). Every figure in `reasoning` was computed. */
export const recommendationSchema = z.object({
  /** Of the line. */
  id: z.string(),
  player: z.object({ name: z.string(), team: z.string(), position: z.string(), personId: z.int() }),
  bettingLine: z.number().nonnegative(),
  recommendation: z.enum(['OVER', 'UNDER']),
  /** Calibrated probability of the side, its 80% interval and the chance of a push, in percent. */
  confidence: percent,
  low: percent,
  high: percent,
  push: percent,
  fairLine: z.number(),
  /** Expected value in the stat's unit. */
  projected: z.number(),
  reasoning: z.string().max(2000),
  /** Whose words `reasoning` is; an older API does not tell. */
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
      /** Lines that were looked at and not recommended, each with its reason. */
      passedOver: z.array(z.object({ id: z.string(), reason: z.string().max(200) })).max(MOST_ANALYZED_LINES),
      engine: z.string(),
      /** Whose words the sentences are: the engine's own, or a model's, checked. */
      wording: z.object({
        by: z.enum(['engine', 'model']),
        model: z.string().nullable(),
        /** Sentences of the model that were dropped, because they held a figure that nobody computed. */
        dropped: z.int().nonnegative(),
      }),
    }),
  }),
})
export type AnalyzePerformanceAnswer = z.infer<typeof analyzePerformanceAnswer>
