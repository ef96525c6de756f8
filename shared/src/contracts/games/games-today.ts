import * as z from '@propsight/shared/schema'

/** Query of `GET /api/games/today` (W2); without a date, today in US Eastern time. */
export const gamesTodayQuery = z.strictObject({ date: z.iso.date().optional() })

const code = z.string().min(2).max(4)

/** A scheduled game: club codes as in `CLUBS`, time and place. */
export const dayGameSchema = z.object({
  id: z.string(),
  homeTeam: code,
  awayTeam: code,
  /** Start, ISO 8601 in UTC. If the start is not fixed, the home club's usual start on that weekday. */
  gameTime: z.string(),
  stadium: z.string(),
  status: z.enum(['scheduled', 'live', 'final', 'postponed']),
  /** Set for a game that was stopped after its start, to be completed later; its status is then `live`. */
  suspended: z.literal(true).optional(),
  /** Runs or points of a live or final game; absent while unknown, and from older API versions. */
  score: z.object({ away: z.int(), home: z.int() }).optional(),
  /** 1 and 2 of a doubleheader; 1 otherwise. */
  gameNumber: z.int().min(1).max(2),
  /** True if the start is not fixed yet. */
  timeTbd: z.boolean(),
  /** True if the game is not played in the home club's park, so that the park's weather does not apply. */
  neutralSite: z.boolean(),
})
export type DayGame = z.infer<typeof dayGameSchema>

export const gamesTodayResponse = z.object({
  date: z.iso.date(),
  games: z.object({ baseball: z.array(dayGameSchema), football: z.array(dayGameSchema) }),
  /** Sports whose schedule could not be read; their lists are empty. */
  missing: z.array(z.enum(['baseball', 'football'])),
  readAt: z.string(),
  stale: z.boolean(),
})
export type GamesTodayResponse = z.infer<typeof gamesTodayResponse>
