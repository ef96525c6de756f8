import * as z from 'zod'
import { ODDS_TYPES } from './odds-type.ts'
import { MLB_MARKETS } from './runs.ts'

/**
 * Markets that need no run and no sign-in: the two of the pitchers page, one of them under two names (N8).
 */
export const PITCHER_PAGE_CATEGORIES = ['Strikeouts', 'Pitcher Hits Allowed', 'Hits Allowed'] as const

/** Above the number of lines that the book ever lists: as `limit`, it requests all lines. */
export const EVERY_LINE = 50_000

/**
 * Query of `GET /api/fetch-lines`. The default limit of a run is 30 lines for a pitcher market and 300 for
 * any other (N8). The response contains the total, and a run may request all lines. Without a run the maximum
 * is 50 lines.
 */
export const fetchLinesQuery = z.strictObject({
  book: z.enum(['prizepicks']).default('prizepicks'),
  sport: z.enum(['MLB']).default('MLB'),
  category: z.enum([...MLB_MARKETS, ...PITCHER_PAGE_CATEGORIES]),
  state: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional(),
  live: z.enum(['true', 'false']).optional(),
  limit: z.coerce.number().int().min(1).max(EVERY_LINE).optional(),
  gameIds: z
    .string()
    .max(400)
    .regex(/^[\w-]+(,[\w-]+)*$/)
    .optional(),
  oddsType: z.enum(['All', ...ODDS_TYPES]).default('All'),
  runId: z.uuid().optional(),
})
export type FetchLinesQuery = z.infer<typeof fetchLinesQuery>
