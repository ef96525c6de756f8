import * as z from 'zod'
import { ODDS_TYPES } from './odds-type.ts'
import { MLB_CATEGORIES } from './runs.ts'

/** The two categories that need no run and no sign-in: the pitchers page's (DECISIONS, 2 §7), by either name. */
export const PITCHER_PAGE_CATEGORIES = ['Strikeouts', 'Pitcher Hits Allowed', 'Hits Allowed'] as const

/** More than the book ever lists: as a `limit` it asks for every line. */
export const EVERY_LINE = 50_000

/**
 * Query of `GET /api/fetch-lines`. Without a `limit` a run gets 30 lines of a pitcher category and 300 of another (2 §9);
 * the answer says how many there are, and a run may ask for all of them. Visitors get 50 at most.
 */
export const fetchLinesQuery = z.strictObject({
  book: z.enum(['prizepicks']).default('prizepicks'),
  sport: z.enum(['MLB']).default('MLB'),
  category: z.enum([...MLB_CATEGORIES, ...PITCHER_PAGE_CATEGORIES]),
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
