import * as z from '@propsight/shared/schema'
import { BOX_SCORE_GROUPS } from '../../domain/sports/stat-type.ts'
import { statForecastSchema } from './forecast.ts'
import { handSchema, teamMatesSchema } from './matchup.ts'

/**
 * Whether a player can play, derived from the league's roster transactions: `out` while on an injured list,
 * on the bereavement list or suspended; `returned` within two weeks after the return; `moved` within two
 * weeks after a trade, a recall or an option. A player without such a transaction has no `availability`.
 */
export const availabilitySchema = z.object({
  state: z.enum(['out', 'returned', 'moved']),
  /** Short text: '10-day injured list', 'activated', 'traded', 'recalled'. */
  label: z.string().max(60),
  /** League day of the transaction. */
  date: z.iso.date(),
  /** The transaction's description as published by the league. */
  text: z.string().max(400),
})
export type Availability = z.infer<typeof availabilitySchema>

/** The player's next game as scheduled, before its first pitch. */
export const gameContextSchema = z.object({
  gamePk: z.int(),
  /** League day. */
  date: z.iso.date(),
  /** First pitch, ISO 8601 in UTC; the end of the league day if the start is not set yet. */
  startsAt: z.string(),
  startTimeTbd: z.boolean().optional(),
  /** See `forecastGame`. */
  certain: z.boolean().optional(),
  /** The other club's code. */
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  /** Code of the home club, used to request the weather of its park. */
  homeTeam: z.string(),
  /** Whether the game is at another park than the home club's. */
  neutralSite: z.boolean().optional(),
  /** Home runs in the park of the game, as a multiplier of the league's rate. */
  homeRunFactor: z.number().optional(),
  /** `slot`: 1 to 9 in the announced batting order; null if the player is not in it or it is not announced. */
  lineup: z.object({ announced: z.boolean(), slot: z.int().min(1).max(9).nullable() }),
  /** The opponent's announced starting pitcher. */
  starter: z.object({ personId: z.int(), name: z.string(), throws: handSchema.nullable() }).nullable(),
})
export type Tonight = z.infer<typeof gameContextSchema>

export const statGroupSchema = z.enum(['hitting', 'pitching', ...BOX_SCORE_GROUPS])
export type StatGroup = z.infer<typeof statGroupSchema>
export const baseballGroupSchema = statGroupSchema.exclude([...BOX_SCORE_GROUPS])
export type BaseballGroup = z.infer<typeof baseballGroupSchema>

/** Body of `POST /api/game-logs`: the players of one board. The response is an NDJSON stream. */
export const gameLogsBody = z.strictObject({
  runId: z.uuid(),
  players: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(80),
        team: z.string().trim().max(40),
        group: statGroupSchema,
        /** Markets of the rows of a picture. Ignored for other runs, whose category names the market. */
        stats: z.array(z.string().max(60)).min(1).max(20).optional(),
        /**
         * Ids of the lines of `stats`, in the same order: several corrections of one row of a picture count
         * once.
         */
        rows: z.array(z.string().max(120)).max(20).optional(),
      }),
    )
    .min(1)
    .max(400),
})
export type GameLogsBody = z.infer<typeof gameLogsBody>

const count = z.int().nonnegative()

/** A count that the source may lack; null is unknown. */
const countOrNull = count.nullable()
const countOrAbsent = countOrNull.optional()

const date = z.iso.date()
const integer = z.int()
const text = z.string()
const side = z.enum(['HOME', 'AWAY'])
const flag = z.boolean()
/** Counts of a box score; a player may lose yards. */
const counts = z.record(z.string(), integer.nullable())

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
/** A season has few dates. */
const validDates = new Set<unknown>()
function isDate(value: unknown): boolean {
  if (validDates.has(value)) return true
  if (!date.safeParse(value).success) return false
  validDates.add(value)
  return true
}

/** Checks equivalent to the schemas of a game's fields. */
const CHECKS = new Map<unknown, (value: unknown) => boolean>([
  [count, isCount],
  [countOrNull, (value) => value === null || isCount(value)],
  [countOrAbsent, (value) => value == null || isCount(value)],
  [date, isDate],
  [integer, Number.isSafeInteger],
  [text, (value) => typeof value === 'string'],
  [side, (value) => value === 'HOME' || value === 'AWAY'],
  [flag, (value) => typeof value === 'boolean'],
  [counts, (value) => counts.safeParse(value).success],
])

/**
 * The games of a player. A board has 25,000 of them, which the schema alone would check for 0.3 s in a browser and
 * copy. They are checked without a copy first; the schema decides about games that fail.
 */
function gamesOf<Game>(schema: z.ZodType<Game> & { shape: Record<string, unknown> }) {
  const checks = Object.entries(schema.shape).map(
    ([key, field]) => [key, CHECKS.get(field) ?? (() => false)] as const,
  )
  const isGame = (game: unknown): boolean => {
    if (typeof game !== 'object' || game === null) return false
    for (const [key, check] of checks) if (!check((game as Record<string, unknown>)[key])) return false
    return true
  }
  return z.union([
    // Aborts, so that the issues of a faulty game are those of the schema, which name it.
    z
      .unknown()
      .refine((games): games is Game[] => Array.isArray(games) && games.every(isGame), { abort: true }),
    z.array(schema),
  ])
}

/** One game of one batter. Counts only, because the rates of the stats service are cumulative. */
export const hittingGameSchema = z.object({
  date,
  gamePk: integer,
  opponent: text,
  homeAway: side,
  plateAppearances: count,
  atBats: count,
  hits: count,
  doubles: count,
  triples: count,
  homeRuns: count,
  runs: countOrNull,
  rbi: countOrNull,
  baseOnBalls: count,
  hitByPitch: countOrNull,
  stolenBases: countOrNull,
  strikeOuts: count,
})
export type HittingGame = z.infer<typeof hittingGameSchema>

/** One game of one pitcher. `outs` is innings pitched in thirds. */
export const pitchingGameSchema = z.object({
  date,
  gamePk: integer,
  opponent: text,
  homeAway: side,
  started: flag,
  outs: count,
  battersFaced: count,
  strikeOuts: count,
  hits: count,
  earnedRuns: countOrNull,
  runs: countOrNull,
  baseOnBalls: count,
  homeRuns: count,
  /** Null where the source does not count them; absent in logs of an older API. */
  hitBatsmen: countOrAbsent,
})
export type PitchingGame = z.infer<typeof pitchingGameSchema>

/** One game of one player of a sport whose games are box scores: counts by name. */
export const boxScoreGameSchema = z.object({
  date,
  gamePk: integer,
  opponent: text,
  homeAway: side,
  started: flag,
  counts,
})
export type BoxScoreGame = z.infer<typeof boxScoreGameSchema>

/** Reason for missing forecasts, displayed after 'No probability: '. A newer API may send other texts. */
export type ForecastMissing =
  | 'no game today or tomorrow'
  | 'no game this week'
  | 'game not certain'
  | 'the league could not be read'
  | 'no games this season'
  | 'no starts this season'
  | 'none for these stats'
  | 'the source lacks counts of this stat'
  | 'the engine failed'

/** All fields are optional: an older API does not send them, and an older remote ignores them. */
const forecasts = {
  /** One forecast per market of the group that the engine supports, for the player's next game. */
  forecasts: z.array(statForecastSchema).max(40).optional(),
  /** Markets that the run covers, if it does not cover all. Forecasts of other markets are not sent. */
  forecastScope: z.array(z.string().max(60)).max(40).optional(),
  /** Set if there are no forecasts: a `ForecastMissing`, or another text of a newer API. */
  forecastMissing: z.string().max(80).optional(),
  /** 'opener': an announced starter who throws about an inning, and is forecast as that. */
  forecastNote: z.literal('opener').optional().catch(undefined),
  /** Version of the engine that computed the forecasts. */
  engine: z.string().max(60).optional(),
  /**
   * The forecast game: league day and game number. `certain` is false if the club has another open game that day, and
   * nothing decides which one a line without a game is on.
   */
  forecastGame: z
    .object({
      date: z.iso.date(),
      gamePk: z.int(),
      certain: z.boolean().optional(),
      /** First pitch as in `gameContextSchema`. */
      startsAt: z.string().optional(),
    })
    .optional(),
}

/** Context of the player's next game. Absent from an older API, and if it could not be read. */
const gameContext = {
  tonight: gameContextSchema.optional(),
  availability: availabilitySchema.optional(),
}

/** Number of games of this season that could not be read, and are not in `games`. */
const unread = { unread: count.optional() }

const { forecastScope: _, ...gameForecasts } = forecasts
/** Forecasts and context for the player's other open games of the day. `recordOfGame` gives those of a line's game. */
const otherGames = {
  otherGames: z
    .array(z.object({ ...gameForecasts, tonight: gameContext.tonight }))
    .max(4)
    .optional(),
}

const requestedPlayer = { name: z.string(), team: z.string(), group: statGroupSchema }
const person = {
  ...requestedPlayer,
  personId: z.int(),
  fullName: z.string(),
  position: z.string(),
  batSide: z.enum(['L', 'R', 'S']).nullable(),
  pitchHand: z.enum(['L', 'R', 'S']).nullable(),
}

const playerRecord = { ...person, ...forecasts, ...gameContext, ...unread, ...otherGames }

/**
 * Records of the stream, one per line. `player`, `pitcher` and `athlete` contain the games of this season, oldest first,
 * and the engine's forecasts for the next game. A stream that ends without `end` or `error` was interrupted:
 * treat it as failed.
 */
export const gameLogRecordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), total: count, season: z.int() }),
  z.object({
    ...playerRecord,
    type: z.literal('player'),
    group: z.literal('hitting'),
    games: gamesOf(hittingGameSchema),
  }),
  z.object({
    ...playerRecord,
    type: z.literal('pitcher'),
    group: z.literal('pitching'),
    games: gamesOf(pitchingGameSchema),
  }),
  z.object({
    ...playerRecord,
    type: z.literal('athlete'),
    group: z.enum(BOX_SCORE_GROUPS),
    games: gamesOf(boxScoreGameSchema),
    teamMates: teamMatesSchema.optional(),
  }),
  z.object({
    ...requestedPlayer,
    type: z.literal('missing'),
    reason: z.enum(['unknown player', 'ambiguous name', 'upstream failed']),
  }),
  z.object({ type: z.literal('error'), message: z.string(), code: z.string(), requestId: z.string() }),
  z.object({
    type: z.literal('end'),
    players: count,
    missing: count,
    readAt: z.string(),
    stale: z.boolean(),
  }),
])
export type GameLogRecord = z.infer<typeof gameLogRecordSchema>
/** The record of a player whose log was found. */
export type PlayerLogRecord = Extract<GameLogRecord, { type: 'player' | 'pitcher' | 'athlete' }>
