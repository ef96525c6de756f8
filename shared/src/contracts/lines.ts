import * as z from 'zod'
import { ODDS_TYPES, type OddsType, oddsTypeSchema } from './odds-type.ts'

export { ODDS_TYPES, type OddsType, oddsTypeSchema }

/** One prop line: the specified fields first (2 §3), then what saves its reader from guessing. */
export const lineSchema = z.object({
  name: z.string(),
  team: z.string(),
  position: z.string(),
  /** A number, More or Less, and the stat: '1.5 More Total Bases'. */
  stats: z.string(),
  line: z.number().nonnegative(),
  /** Team code of the opponent, or null where the book does not say. */
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  /** Start of the game, ISO 8601 in UTC. */
  gameTime: z.string().nullable(),
  id: z.string(),
  statType: z.string(),
  oddsType: oddsTypeSchema,
  gameId: z.string().nullable(),
  /** The league's number of the game, where the schedule tells it: the games of a doubleheader are of one day. */
  gamePk: z.int().nullable().optional(),
  /** 'A + B' lines: shown, never ranked, since no single log answers them. */
  combo: z.boolean(),
  promo: z.boolean(),
  /** The line before a promotion moved it. */
  regularLine: z.number().nullable(),
})
export type Line = z.infer<typeof lineSchema>

export const fetchLinesAnswer = z.object({
  players: z.array(lineSchema),
  /** Lines that match the question, those left out by `limit` among them; an older API does not tell. */
  total: z.int().nonnegative().optional(),
  /** When the book was read, ISO 8601; `stale` when it could not be read again since. */
  readAt: z.string(),
  stale: z.boolean(),
  /** Lines left out because a schema refused them. */
  skipped: z.int().nonnegative(),
})
export type FetchLinesAnswer = z.infer<typeof fetchLinesAnswer>
