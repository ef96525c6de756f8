import * as z from '@propsight/shared/schema'
import { ODDS_TYPES } from '../../domain/lines/recommendation.ts'

/** Fields of an extracted row that may be wrong or missing. */
export const EXTRACTED_FIELDS = ['name', 'team', 'position', 'stats', 'opponent', 'gameTime'] as const

/** The fields that `stats` consists of. Each has its own doubt. */
export const STATS_PARTS = ['statType', 'line', 'side', 'oddsType'] as const

const share = z.number().min(0).max(1)
const name = z.string().max(80)
const reason = z.string().max(160)

/**
 * One player read from a picture. Unread fields are empty or null; `doubts` lists the fields the user should
 * check. Optional fields were added later: clients of older releases ignore them, and older servers omit them.
 */
export const extractedRowSchema = z.object({
  name,
  /**
   * The name as read, if `name` is the only similar player of the league. The doubt about the name then says
   * the same to clients that do not know this field.
   */
  readName: name.optional(),
  /** Similar names of the league, most similar first, if the name is doubtful. */
  similarNames: z.array(name).max(3).optional(),
  team: z.string().max(40),
  position: z.string().max(20),
  /** A number, More or Less, and the stat: '1.5 More Total Bases'. */
  stats: z.string().max(120),
  line: z.number().nonnegative().nullable(),
  statType: z.string().max(60).nullable(),
  /** Also set if `stats` is empty because another part of it was not read. */
  side: z.enum(['OVER', 'UNDER']).nullable().optional(),
  opponent: z.string().max(40).nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  /** Game time as written in the picture: 'Fri 7:10 PM'. */
  gameTime: z.string().max(60).nullable(),
  oddsType: z.enum(ODDS_TYPES),
  /** Position in the upright picture, as fractions of its width and height. */
  box: z.object({ x: share, y: share, width: share, height: share }),
  doubts: z
    .array(
      z.object({
        field: z.enum(EXTRACTED_FIELDS),
        reason,
        /** The doubtful parts of `stats`. */
        parts: z
          .array(z.object({ field: z.enum(STATS_PARTS), reason }))
          .max(STATS_PARTS.length)
          .optional(),
      }),
    )
    .max(EXTRACTED_FIELDS.length),
})
export type ExtractedRow = z.infer<typeof extractedRowSchema>

/** `POST /api/extract-stats/{sport}?runId=…`, multipart with an `image` field (N5). */
export const extractStatsResponse = z.object({
  success: z.literal(true),
  data: z.object({
    players: z.array(extractedRowSchema).min(1).max(60),
    /**
     * Always null, because a picture contains no weather; the response format of row N5 requires the field.
     */
    weather: z.literal(null),
    /** Size of the upright picture in pixels. */
    image: z.object({ width: z.int().positive(), height: z.int().positive() }),
    reader: z.enum(['tesseract', 'model']),
  }),
})
export type ExtractStatsResponse = z.infer<typeof extractStatsResponse>

/** Limits of an uploaded image: 10 MB and three types, with the message of each check (N5). */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const IMAGE_ERRORS = {
  missing: 'No file selected',
  tooLarge: 'File size must be less than 10MB',
  wrongType: 'File must be a JPEG, PNG, or WebP image',
  noPlayers: 'Failed to extract player data from image',
} as const
/** Messages for a failed step of an analysis (N4, N5). */
export const ANALYSIS_ERRORS = {
  historical: 'Failed to retrieve historical player data',
  analysis: 'Failed to generate AI analysis',
} as const
