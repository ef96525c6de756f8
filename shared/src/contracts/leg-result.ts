import * as z from 'zod'

/**
 * How a line ended (specification 2 §4): `pending` before its game, `in-progress` while it is played, then `winner`,
 * `loser` or `push`; `no-game` where the game was postponed or the player did not take part ('NO GAME').
 */
export const LEG_STATUSES = ['pending', 'in-progress', 'winner', 'loser', 'push', 'no-game'] as const
export const legStatusSchema = z.enum(LEG_STATUSES)
export type LegStatus = z.infer<typeof legStatusSchema>

const percent = z.number().min(0).max(100)

/**
 * A row of `track_legs`: what was promised about one line, by the server's own engine, and how it ended. One for each
 * saved pick and each leg of a parlay; it outlives both, and its owner can only read it.
 */
export const trackLegSchema = z.object({
  id: z.uuid(),
  /** Of a saved pick; null for a leg of a parlay. */
  pick_id: z.string().nullable(),
  parlay_id: z.uuid().nullable(),
  /** Place in the parlay, from 1; null for a pick. */
  leg: z.int().min(1).max(10).nullable(),
  player_name: z.string(),
  team: z.string(),
  person_id: z.int().nullable(),
  game_pk: z.int().nullable(),
  /** League day of the game. */
  league_day: z.iso.date(),
  stat_type: z.string(),
  line: z.coerce.number(),
  side: z.enum(['OVER', 'UNDER']),
  odds_type: z.enum(['goblin', 'standard', 'demon']),
  /** Probability of the side in percent as the server's engine had it, with its interval; null where it had none. */
  promised: z.coerce.number().pipe(percent).nullable(),
  promised_low: z.coerce.number().pipe(percent).nullable(),
  promised_high: z.coerce.number().pipe(percent).nullable(),
  engine: z.string().nullable(),
  promised_at: z.string(),
  status: legStatusSchema,
  /** What the player did, in the stat's unit; so far while the game is under way. */
  actual: z.coerce.number().nullable(),
  settled_at: z.string().nullable(),
})
export type TrackLeg = z.infer<typeof trackLegSchema>
