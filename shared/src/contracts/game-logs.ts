import * as z from 'zod'
import { availabilitySchema } from './availability.ts'
import { statForecastSchema } from './forecast.ts'
import { tonightSchema } from './tonight.ts'

export const statGroupSchema = z.enum(['hitting', 'pitching'])
export type StatGroup = z.infer<typeof statGroupSchema>

/** Body of `POST /api/game-logs`: the players of one board, answered in one NDJSON stream. */
export const gameLogsBody = z.strictObject({
  runId: z.uuid(),
  players: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(80),
        team: z.string().max(40),
        group: statGroupSchema,
      }),
    )
    .min(1)
    .max(400),
})
export type GameLogsBody = z.infer<typeof gameLogsBody>

const count = z.int().nonnegative()

/** One game of one batter: counts only, since the service's rates are cumulative. */
export const hittingGameSchema = z.object({
  date: z.iso.date(),
  gamePk: z.int(),
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  plateAppearances: count,
  atBats: count,
  hits: count,
  doubles: count,
  triples: count,
  homeRuns: count,
  runs: count,
  rbi: count,
  baseOnBalls: count,
  hitByPitch: count,
  stolenBases: count,
  strikeOuts: count,
})
export type HittingGame = z.infer<typeof hittingGameSchema>

/** One game of one pitcher. `outs` is innings pitched in thirds. */
export const pitchingGameSchema = z.object({
  date: z.iso.date(),
  gamePk: z.int(),
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  started: z.boolean(),
  outs: count,
  battersFaced: count,
  strikeOuts: count,
  hits: count,
  earnedRuns: count,
  runs: count,
  baseOnBalls: count,
  homeRuns: count,
})
export type PitchingGame = z.infer<typeof pitchingGameSchema>

/** Why a record has no forecasts. Shown as it stands, behind 'No probability: '; others may come with a newer API. */
export type ForecastMissing =
  | 'no game today or tomorrow'
  | 'the league could not be read'
  | 'no games this season'
  | 'no starts this season'
  | 'none for his stats'
  | 'the engine failed'

/** Optional throughout: an older API tells none of it, and an older remote reads past it. */
const forecasts = {
  /** One for each stat of the group that the engine answers, for the player's next game. */
  forecasts: z.array(statForecastSchema).max(40).optional(),
  /** In place of forecasts: a `ForecastMissing`, or a newer API's. */
  forecastMissing: z.string().max(80).optional(),
  /** Version of the engine that made them. */
  engine: z.string().max(60).optional(),
  /** What they are about: league day and number of the game. */
  forecastGame: z.object({ date: z.iso.date(), gamePk: z.int() }).optional(),
}

/** What is known around the player's next game; from an older API, or where it could not be read, nothing. */
const around = {
  tonight: tonightSchema.optional(),
  availability: availabilitySchema.optional(),
}

const who = { name: z.string(), team: z.string(), group: statGroupSchema }
const person = {
  ...who,
  personId: z.int(),
  fullName: z.string(),
  position: z.string(),
  batSide: z.enum(['L', 'R', 'S']).nullable(),
  pitchHand: z.enum(['L', 'R', 'S']).nullable(),
}

/**
 * The records of the stream, one a line. `player` carries games oldest first, this season's only, and what the engine
 * expects of the next one.
 * A stream that ends without `end` or `error` was cut: treat it as failed.
 */
export const gameLogRecordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), total: count, season: z.int() }),
  z.object({
    ...person,
    ...forecasts,
    ...around,
    type: z.literal('player'),
    group: z.literal('hitting'),
    games: z.array(hittingGameSchema),
  }),
  z.object({
    ...person,
    ...forecasts,
    ...around,
    type: z.literal('pitcher'),
    group: z.literal('pitching'),
    games: z.array(pitchingGameSchema),
  }),
  z.object({
    ...who,
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
