import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../../platform/service-client/answer-lists.ts'
import { statsTeamRefSchema } from './roster.ts'

/**
 * `pitchHand` and `mlbDebutDate` are present if `probablePitcher(person)` was requested. Both are optional.
 */
const probablePitcherSchema = z.object({
  id: z.int(),
  fullName: optionalField(z.string()),
  pitchHand: optionalField(z.object({ code: z.enum(['L', 'R', 'S']) })),
  mlbDebutDate: optionalField(z.iso.date()),
})

const sideSchema = z.object({
  team: statsTeamRefSchema,
  score: optionalField(z.int()),
  isWinner: flagField(),
  /** Absent until the club names one. */
  probablePitcher: optionalField(probablePitcherSchema),
})

// Not parsed one by one: without one batter, those behind him would move up.
const battingOrderSchema = z
  .array(z.object({ id: z.int() }))
  .default([])
  .catch([])
/** Added by `hydrate=lineups`, first to ninth; empty for a club that has not announced its batting order. */
const lineupsSchema = z.object({ homePlayers: battingOrderSchema, awayPlayers: battingOrderSchema })

/**
 * `abstractGameState` is 'Final' for postponed games, too; `codedGameState` 'D' distinguishes them.
 * https://statsapi.mlb.com/api/v1/gameStatus lists the codes.
 */
export const statsGameStatusSchema = z.object({
  abstractGameState: z.string(),
  codedGameState: z.string(),
  detailedState: z.string().catch(''),
  statusCode: optionalField(z.string()),
  /** Any value but a clear no keeps the placeholder from being taken for a start. */
  startTimeTBD: flagField(true),
  reason: optionalField(z.string()),
})

/** One form, to the second: starts are compared as text, and a start that is not set is recognized by its hour in UTC. */
const toUtc = (at: string): string => `${new Date(at).toISOString().slice(0, 19)}Z`

export const statsGameSchema = z.object({
  gamePk: z.int(),
  /** 'R' for the regular season; empty if the service does not say. */
  gameType: z.string().catch(''),
  season: z.string().catch(''),
  /** Start, UTC. The league's day is `officialDate`. */
  gameDate: z.iso.datetime({ offset: true }).transform(toUtc),
  officialDate: optionalField(z.iso.date()),
  status: statsGameStatusSchema,
  teams: z.object({ away: sideSchema, home: sideSchema }),
  venue: optionalField(z.object({ id: z.int(), name: optionalField(z.string()) })),
  lineups: optionalField(lineupsSchema),
  /** 1, or 2 for the second game of a doubleheader. */
  gameNumber: z.int().default(1).catch(1),
  doubleHeader: optionalField(z.string()),
  /** When a suspended game goes on: set on the day of its start. `resumedFrom` is set on the day of the resumption. */
  resumeDate: optionalField(z.string()),
  resumeGameDate: optionalField(z.string()),
  resumedFrom: optionalField(z.string()),
  resumedFromDate: optionalField(z.string()),
})
export type StatsGame = z.infer<typeof statsGameSchema>

/** A game of a series whose clubs are not known yet. */
const undecidedGame = z.object({ teams: z.strictObject({}) }).transform(() => null)

const gamesSchema = listOf(z.union([statsGameSchema, undecidedGame])).transform((games) =>
  games.filter((game) => game !== null),
)

/** `schedule`: `dates` is empty on a day without games. */
export const statsScheduleSchema = z.object({
  dates: listOf(z.object({ date: optionalField(z.iso.date()), games: gamesSchema })),
})

/** The games of an answer, each once: one that is listed as called off is replaced by a listing of its new day. */
export function listGames({ dates }: z.infer<typeof statsScheduleSchema>): StatsGame[] {
  const games = new Map<number, StatsGame>()
  for (const game of dates.flatMap((day) => day.games)) {
    const known = games.get(game.gamePk)
    if (!known || (isCalledOff(known) && !isCalledOff(game))) games.set(game.gamePk, game)
  }
  return [...games.values()]
}

/** Whether a game is at a park that is not the home club's; false where the schedule names no park of the club. */
export const isNeutralSite = ({ venue, teams: { home } }: Pick<StatsGame, 'venue' | 'teams'>): boolean =>
  home.team.venue !== undefined && venue !== undefined && home.team.venue.id !== venue.id

/** A later day with games of the championship season. */
export const nextGamesSchema = z
  .object({
    /** League day. */
    date: z.iso.date(),
    games: z.int(),
    /** Whether no day of its season comes before it. */
    opensSeason: z.boolean(),
  })
  .nullable()
export type NextGames = NonNullable<z.infer<typeof nextGamesSchema>>

const clubOnlySchema = z.object({ team: z.object({ id: z.int() }) })

/** `schedule?…&hydrate=lineups` of many days, reduced to the clubs and their batting orders by `fields`. */
export const statsOrdersSchema = z.object({
  dates: listOf(
    z.object({
      games: listOf(
        z.object({
          gamePk: z.int(),
          teams: optionalField(z.object({ home: clubOnlySchema, away: clubOnlySchema })),
          lineups: optionalField(lineupsSchema),
        }),
      ),
    }),
  ),
})

/** `schedule` of many days, reduced to the states of the games by `fields`. */
export const statsStatesSchema = z.object({
  dates: listOf(
    z.object({
      games: listOf(
        z.object({
          gamePk: z.int(),
          status: statsGameStatusSchema.pick({ abstractGameState: true, codedGameState: true }),
        }),
      ),
    }),
  ),
})

/** `schedule` of many days, reduced to the days and the types of their games by `fields`. */
export const statsDaysSchema = z.object({
  dates: listOf(z.object({ date: z.iso.date(), games: listOf(z.object({ gameType: z.string() })) })),
})

/** Regular season, wild cards, division series, league series, World Series. Exhibition games have no lines. */
const CHAMPIONSHIP: ReadonlySet<string> = new Set(['R', 'F', 'D', 'L', 'W'])

/** The first listed day with games of the championship season, and their number; null without one. */
export function firstGameDay({
  dates,
}: z.infer<typeof statsDaysSchema>): { date: string; games: number } | null {
  const days = dates.map(({ date, games }) => ({
    date,
    games: games.filter(({ gameType }) => CHAMPIONSHIP.has(gameType)).length,
  }))
  return days.toSorted((a, b) => a.date.localeCompare(b.date)).find(({ games }) => games > 0) ?? null
}

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

const clubSideSchema = z.object({ clubId: z.int(), starterId: z.int().nullable() })

/**
 * One game of a club's season. `starterId` is the announced or actual starting pitcher, null if none is
 * known.
 */
export const clubGameSchema = z.object({
  gamePk: z.int(),
  /** League day. */
  date: z.iso.date(),
  final: z.boolean(),
  home: clubSideSchema,
  away: clubSideSchema,
})
export type ClubGame = z.infer<typeof clubGameSchema>
