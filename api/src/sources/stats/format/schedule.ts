import * as z from 'zod'
import { statsPersonSchema } from './person.ts'
import { statsTeamRefSchema } from './team.ts'

/**
 * `pitchHand` and `mlbDebutDate` are present if `probablePitcher(person)` was requested. Both are optional.
 */
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
/** Added by `hydrate=lineups`, first to ninth; empty for a club that has not announced its batting order. */
const lineupsSchema = z.object({ homePlayers: battingOrderSchema, awayPlayers: battingOrderSchema })

/**
 * `abstractGameState` is 'Final' for postponed games, too; `codedGameState` 'D' distinguishes them.
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
  // An unreadable line-up does not make the game unreadable.
  lineups: lineupsSchema.optional().catch(undefined),
  /** 1, or 2 for the second game of a doubleheader. */
  gameNumber: z.int().default(1),
  doubleHeader: z.string().optional(),
  /** When a suspended game goes on: set on the day of its start. `resumedFrom` is set on the day of the resumption. */
  resumeDate: z.string().optional().catch(undefined),
  resumeGameDate: z.string().optional().catch(undefined),
  resumedFrom: z.string().optional().catch(undefined),
  resumedFromDate: z.string().optional().catch(undefined),
})
export type StatsGame = z.infer<typeof statsGameSchema>

const hasClubs = (game: unknown): boolean =>
  z.object({ teams: z.object({ away: z.unknown(), home: z.unknown() }) }).safeParse(game).success

/** Games of a series whose clubs are not known yet have `teams: {}`. They are dropped. */
const gamesSchema = z.preprocess(
  (games) => (Array.isArray(games) ? games.filter(hasClubs) : games),
  z.array(statsGameSchema),
)

/** `schedule`: `dates` is empty on a day without games. */
export const statsScheduleSchema = z.object({
  dates: z.array(z.object({ date: z.iso.date(), games: gamesSchema })),
})
export type StatsSchedule = z.infer<typeof statsScheduleSchema>

const clubOnlySchema = z.object({ team: z.object({ id: z.int() }) })

/** `schedule?…&hydrate=lineups` of many days, reduced to the clubs and their batting orders by `fields`. */
export const statsOrdersSchema = z.object({
  dates: z.array(
    z.object({
      games: z.array(
        z.object({
          gamePk: z.int(),
          teams: z.object({ home: clubOnlySchema, away: clubOnlySchema }).optional().catch(undefined),
          lineups: lineupsSchema.optional().catch(undefined),
        }),
      ),
    }),
  ),
})

const POSTPONED = 'D'
const CANCELLED = 'C'

/**
 * Whether a game is postponed or cancelled on the listed day. Its abstract state may be 'Final' nevertheless.
 */
export const isCalledOff = (game: { status: Pick<StatsGame['status'], 'codedGameState'> }): boolean =>
  game.status.codedGameState === POSTPONED || game.status.codedGameState === CANCELLED

const SUSPENDED: ReadonlySet<string> = new Set(['T', 'U'])

/** Whether a game was stopped after its start, to be completed later. Its abstract state is 'Live' meanwhile. */
export const isSuspended = ({ status }: { status: StatsGame['status'] }): boolean =>
  SUSPENDED.has(status.codedGameState) || status.detailedState.startsWith('Suspended')
