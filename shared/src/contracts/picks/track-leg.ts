import * as z from '@propsight/shared/schema'
import { BOOK_IDS, DEFAULT_BOOK } from '../../domain/books/books.ts'
import { ALL_ODDS_TYPES } from '../../domain/lines/recommendation.ts'

/**
 * Result of a line (P7): `pending` before its game, `in-progress` during the game, `suspended` while the game waits for
 * its resumption, then `winner`, `loser` or `push`; `no-game` if the line is void by the rules of its book, as for a
 * postponed game or a player who did not play (shown as 'NO GAME').
 */
export const LEG_STATUSES = [
  'pending',
  'in-progress',
  'suspended',
  'winner',
  'loser',
  'push',
  'no-game',
] as const
export const legStatusSchema = z.enum(LEG_STATUSES)
export type LegStatus = z.infer<typeof legStatusSchema>

const OPEN_STATUSES: ReadonlySet<LegStatus> = new Set(['pending', 'in-progress', 'suspended'])
/** Whether a line with this status has not ended. */
export const isOpenStatus = (status: LegStatus): boolean => OPEN_STATUSES.has(status)

const percent = z.number().min(0).max(100)

/**
 * A row of `track_legs`: the server engine's forecast for one line, and the line's result. There is one row
 * per saved pick and per leg of a parlay. Rows remain after the pick or parlay is deleted; the owner has read
 * access only.
 */
export const trackLegSchema = z.object({
  id: z.uuid(),
  /** Id of the saved pick; null for a leg of a parlay. */
  pick_id: z.string().nullable(),
  parlay_id: z.uuid().nullable(),
  /** Position in the parlay, from 1; null for a pick. */
  leg: z.int().min(1).max(10).nullable(),
  player_name: z.string(),
  team: z.string(),
  person_id: z.int().nullable(),
  /** Null while it is not certain which game of the day the line is on. */
  game_pk: z.int().nullable(),
  /** League day of the game. */
  league_day: z.iso.date(),
  stat_type: z.string(),
  line: z.coerce.number(),
  side: z.enum(['OVER', 'UNDER']),
  odds_type: z.enum(ALL_ODDS_TYPES),
  /** Forecast probability of the side in percent, with its interval; null if the engine had no forecast. */
  promised: z.coerce.number().pipe(percent).nullable(),
  promised_low: z.coerce.number().pipe(percent).nullable(),
  promised_high: z.coerce.number().pipe(percent).nullable(),
  engine: z.string().nullable(),
  promised_at: z.string(),
  status: legStatusSchema,
  /** The player's result in the market's unit; the intermediate value during the game. */
  actual: z.coerce.number().nullable(),
  settled_at: z.string().nullable(),
  /**
   * Sportsbook prices when the forecast was recorded: the best price of the side at the line at the user's books in
   * American odds, its book, and the chance of the side without margin (proportional, mean over the books) in percent. Null where no book
   * quoted the line, and in older databases.
   */
  price: z.int().nullable().default(null),
  price_book: z.string().nullable().default(null),
  no_vig: z.coerce.number().pipe(percent).nullable().default(null),
  /** The same at the start of the game, the price of the same book; `closed_at` is null until they were looked up. */
  closing_price: z.int().nullable().default(null),
  closing_no_vig: z.coerce.number().pipe(percent).nullable().default(null),
  closed_at: z.string().nullable().default(null),
  /** Start of the game by the book; null if the line has none, and in older databases. */
  game_time: z.string().nullable().default(null),
  /** The book whose rules settle the line; the default one in older databases. */
  book: z.enum(BOOK_IDS).catch(DEFAULT_BOOK),
})
export type TrackLeg = z.infer<typeof trackLegSchema>
