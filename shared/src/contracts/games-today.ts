import * as z from 'zod'

/** Query of `GET /api/games/today` (specification 1 §7); without a date, today in US Eastern time. */
export const gamesTodayQuery = z.strictObject({ date: z.iso.date().optional() })

const code = z.string().min(2).max(4)

/** A game as the weather view and others need it: club codes as in `CLUBS`, and when and where it is played. */
export const dayGameSchema = z.object({
  id: z.string(),
  homeTeam: code,
  awayTeam: code,
  /** Start, ISO 8601 in UTC; while it is not settled, when the home club usually begins that day. */
  gameTime: z.string(),
  stadium: z.string(),
  status: z.enum(['scheduled', 'live', 'final', 'postponed']),
  /** 1 and 2 of a doubleheader; 1 otherwise. */
  gameNumber: z.int().min(1).max(2),
  /** The start is not settled yet. */
  timeTbd: z.boolean(),
  /** Played elsewhere than in the home club's own park: its own weather would mislead. */
  neutralSite: z.boolean(),
})
export type DayGame = z.infer<typeof dayGameSchema>

export const gamesTodayAnswer = z.object({
  date: z.iso.date(),
  games: z.object({ baseball: z.array(dayGameSchema), football: z.array(dayGameSchema) }),
  /** A sport whose schedule could not be read is named; its list is empty then. */
  missing: z.array(z.enum(['baseball', 'football'])),
  readAt: z.string(),
  stale: z.boolean(),
})
export type GamesTodayAnswer = z.infer<typeof gamesTodayAnswer>
