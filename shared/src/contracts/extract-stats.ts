import * as z from 'zod'
import { oddsTypeSchema } from './odds-type.ts'

/** Fields of a read row that may be wrong or missing. */
export const EXTRACTED_FIELDS = ['name', 'team', 'position', 'stats', 'opponent', 'gameTime'] as const

const share = z.number().min(0).max(1)

/** One player read off a picture. What was not read is empty or null; `doubts` names what the user should look at. */
export const extractedRowSchema = z.object({
  name: z.string().max(80),
  team: z.string().max(40),
  position: z.string().max(20),
  /** A number, More or Less, and the stat: '1.5 More Total Bases'. */
  stats: z.string().max(120),
  line: z.number().nonnegative().nullable(),
  statType: z.string().max(60).nullable(),
  opponent: z.string().max(40).nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  /** As it stands in the picture: 'Fri 7:10 PM'. */
  gameTime: z.string().max(60).nullable(),
  oddsType: oddsTypeSchema,
  /** Where it stands in the upright picture, as shares of its width and height. */
  box: z.object({ x: share, y: share, width: share, height: share }),
  doubts: z
    .array(z.object({ field: z.enum(EXTRACTED_FIELDS), reason: z.string().max(160) }))
    .max(EXTRACTED_FIELDS.length),
})
export type ExtractedRow = z.infer<typeof extractedRowSchema>

/** `POST /api/extract-stats/{sport}?runId=…`, multipart with an `image` field (specification 2 §7). */
export const extractStatsAnswer = z.object({
  success: z.literal(true),
  data: z.object({
    players: z.array(extractedRowSchema).min(1).max(60),
    /** A picture tells no weather; the field is the specification's. */
    weather: z.literal(null),
    /** Pixels of the upright picture. */
    image: z.object({ width: z.int().positive(), height: z.int().positive() }),
    reader: z.enum(['tesseract', 'model']),
  }),
})
export type ExtractStatsAnswer = z.infer<typeof extractStatsAnswer>

/** What is taken: at most 10 MB of one of three types, and the words for what is not (specification 2 §5). */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const IMAGE_WORDS = {
  missing: 'No file selected',
  tooLarge: 'File size must be less than 10MB',
  wrongType: 'File must be a JPEG, PNG, or WebP image',
  nobody: 'Failed to extract player data from image',
} as const
/** The words for a failed step of the other modes (specification 2 §5). */
export const ANALYSIS_WORDS = {
  historical: 'Failed to retrieve historical player data',
  analysis: 'Failed to generate AI analysis',
} as const
