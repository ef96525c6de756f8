import * as z from 'zod'
import { ODDS_TYPES, type OddsType, oddsTypeSchema } from './odds-type.ts'

export { ODDS_TYPES, type OddsType, oddsTypeSchema }

/** One prop line: the fields required by row N8 first, then additional ones. */
export const lineSchema = z.object({
  name: z.string(),
  team: z.string(),
  position: z.string(),
  /** A number, More or Less, and the stat: '1.5 More Total Bases'. */
  stats: z.string(),
  line: z.number().nonnegative(),
  /** Team code of the opponent; null if the book does not list it. */
  opponent: z.string().nullable(),
  homeAway: z.enum(['HOME', 'AWAY']).nullable(),
  /** Start of the game, ISO 8601 in UTC. */
  gameTime: z.string().nullable(),
  id: z.string(),
  statType: z.string(),
  oddsType: oddsTypeSchema,
  gameId: z.string().nullable(),
  /** The league's game number, if the schedule has it: distinguishes the games of a doubleheader. */
  gamePk: z.int().nullable().optional(),
  /** 'A + B' line of two players: shown but not ranked, because no single game log settles it. */
  combo: z.boolean(),
  promo: z.boolean(),
  /** The line before a promotion changed it. */
  regularLine: z.number().nullable(),
})
export type Line = z.infer<typeof lineSchema>

export const fetchLinesAnswer = z.object({
  players: z.array(lineSchema),
  /** Number of matching lines, including those cut off by `limit`; absent from older API versions. */
  total: z.int().nonnegative().optional(),
  /** Time of the last successful read of the book, ISO 8601; `stale` if a later read failed. */
  readAt: z.string(),
  stale: z.boolean(),
  /** Number of lines left out because they do not match the schema. */
  skipped: z.int().nonnegative(),
})
export type FetchLinesAnswer = z.infer<typeof fetchLinesAnswer>
