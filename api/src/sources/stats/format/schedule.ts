import * as z from 'zod'
import { statsPersonSchema } from './person.ts'
import { statsTeamRefSchema } from './team.ts'

/** Hand and debut are there where `probablePitcher(person)` was asked for; a starter without them is still one. */
const probablePitcherSchema = z.object({
  id: z.int(),
  fullName: z.string().optional(),
  pitchHand: statsPersonSchema.shape.pitchHand.catch(undefined),
  mlbDebutDate: z.iso.date().optional().catch(undefined),
})

const sideSchema = z.object({
  team: statsTeamRefSchema,
  score: z.int().optional(),
  isWinner: z.boolean().optional(),
  /** Absent until the club names one. */
  probablePitcher: probablePitcherSchema.optional(),
})

const battingOrderSchema = z.array(z.object({ id: z.int() })).default([])
/** First to ninth, as `hydrate=lineups` adds them; a club that has not announced its own has none. */
const lineupsSchema = z.object({ homePlayers: battingOrderSchema, awayPlayers: battingOrderSchema })

/**
 * `abstractGameState` says 'Final' for postponed games too: `codedGameState` 'D' tells them apart.
 * https://statsapi.mlb.com/api/v1/gameStatus lists the codes.
 */
export const statsGameStatusSchema = z.object({
  abstractGameState: z.string(),
  codedGameState: z.string(),
  detailedState: z.string(),
  statusCode: z.string().optional(),
  startTimeTBD: z.boolean().optional(),
  reason: z.string().optional(),
})

export const statsGameSchema = z.object({
  gamePk: z.int(),
  gameType: z.string(),
  season: z.string(),
  /** Start, UTC. The league's day is `officialDate`. */
  gameDate: z.iso.datetime({ offset: true }),
  officialDate: z.iso.date().optional(),
  status: statsGameStatusSchema,
  teams: z.object({ away: sideSchema, home: sideSchema }),
  venue: z.object({ id: z.int(), name: z.string().optional() }).optional(),
  // A game without a readable line-up is still a game.
  lineups: lineupsSchema.optional().catch(undefined),
  /** 1, or 2 for the second game of a doubleheader. */
  gameNumber: z.int().default(1),
  doubleHeader: z.string().optional(),
})
export type StatsGame = z.infer<typeof statsGameSchema>

const hasClubs = (game: unknown): boolean =>
  z.object({ teams: z.object({ away: z.unknown(), home: z.unknown() }) }).safeParse(game).success

/** Series whose clubs were not known yet have been answered with `teams: {}`: such games cannot be about anyone. */
const gamesSchema = z.preprocess(
  (games) => (Array.isArray(games) ? games.filter(hasClubs) : games),
  z.array(statsGameSchema),
)

/** `schedule`: no dates on a day without games. */
export const statsScheduleSchema = z.object({
  dates: z.array(z.object({ date: z.iso.date(), games: gamesSchema })),
})
export type StatsSchedule = z.infer<typeof statsScheduleSchema>

/** `schedule?…&hydrate=lineups` of many days, cut by `fields` to who batted where. */
export const statsOrdersSchema = z.object({
  dates: z.array(
    z.object({
      games: z.array(z.object({ gamePk: z.int(), lineups: lineupsSchema.optional().catch(undefined) })),
    }),
  ),
})

const POSTPONED = 'D'
const CANCELLED = 'C'

/** Whether a game will not be played on the day that lists it, though its abstract state may say 'Final'. */
export const isCalledOff = (game: { status: Pick<StatsGame['status'], 'codedGameState'> }): boolean =>
  game.status.codedGameState === POSTPONED || game.status.codedGameState === CANCELLED
