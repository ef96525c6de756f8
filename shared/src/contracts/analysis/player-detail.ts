import * as z from '@propsight/shared/schema'
import { ALL_ODDS_TYPES } from '../../domain/lines/recommendation.ts'
import { distributionSchema } from './forecast.ts'
import { baseballGroupSchema, gameLogsBody } from './game-logs.ts'
import { handSchema, opposingPitcherSchema, vsPitcherSchema } from './matchup.ts'

/**
 * Body of `POST /api/player-detail`: one player of a run, named as on its board. Costs no credits. `gamePk`: the game
 * of the line, where it is known; without it, the answer is about the player's next game.
 */
export const playerDetailBody = z.strictObject({
  runId: z.uuid(),
  /** Of baseball: the detail view of another sport needs nothing but the record of its board. */
  player: gameLogsBody.shape.players.element.extend({ group: baseballGroupSchema }),
  gamePk: z.int().positive().optional(),
})
export type PlayerDetailBody = z.infer<typeof playerDetailBody>

const count = z.int().nonnegative()
/** A rate in the league's notation: '.305', '1.022', '2.33'; '.---' and '-.--' if it is undefined. */
const rate = z.string().max(12)

/** One row of the hitting averages (N12). */
export const hittingAverages = z.object({
  atBats: count,
  hits: count,
  homeRuns: count,
  rbi: count,
  baseOnBalls: count,
  avg: rate,
  obp: rate,
  slg: rate,
  ops: rate,
})
export type HittingAverages = z.infer<typeof hittingAverages>

/** One row of a pitcher's averages, for a season or against batters of one side. */
export const pitchingAverages = z.object({
  era: rate.nullable(),
  whip: rate.nullable(),
  strikeOuts: count,
  baseOnBalls: count,
  hits: count,
  homeRuns: count,
  battersFaced: count,
  avg: rate.nullable(),
  ops: rate.nullable(),
})
export type PitchingAverages = z.infer<typeof pitchingAverages>

const splitsOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ season: row.nullable(), vsLeft: row.nullable(), vsRight: row.nullable() })

/**
 * Explanation of a market's forecast: one step per factor added; the last step is the forecast itself. Steps
 * are distributions, so that the probability of any line can be computed without another request.
 */
export const forecastExplanationSchema = z.object({
  stat: z.string().max(60),
  steps: z
    .array(
      z.object({
        factor: z.string().max(60),
        note: z.string().max(200).nullable(),
        distribution: distributionSchema,
      }),
    )
    .max(20),
})
export type Why = z.infer<typeof forecastExplanationSchema>

/** Parts that could not be read are null and listed in `missing` with a displayable reason. */
export const playerDetailResponse = z.object({
  name: z.string(),
  personId: z.int(),
  fullName: z.string(),
  position: z.string(),
  batSide: z.enum(['L', 'R', 'S']).nullable(),
  pitchHand: z.enum(['L', 'R', 'S']).nullable(),
  /** Averages of a batter; a pitcher has `pitching` instead. */
  hitting: splitsOf(hittingAverages).nullable(),
  pitching: splitsOf(pitchingAverages).nullable(),
  opposingPitcher: opposingPitcherSchema.nullable(),
  vsPitcher: vsPitcherSchema.nullable(),
  /** Hand of the opposing starter in each game of this season, by `gamePk`; games with an unknown hand are absent. */
  starterHands: z.record(z.string(), handSchema),
  why: z.array(forecastExplanationSchema).max(40),
  engine: z.string().max(60).nullable(),
  /**
   * The open lines of the book on the player by market, as in `findStatType`, whether or not the board has them. Absent
   * from older API versions, and if the book could not be read.
   */
  bookLines: z
    .record(z.string(), z.array(z.object({ line: z.number(), oddsType: z.enum(ALL_ODDS_TYPES) })).max(40))
    .optional(),
  missing: z.record(z.string(), z.string().max(200)),
  readAt: z.string(),
  stale: z.boolean(),
})
export type PlayerDetail = z.infer<typeof playerDetailResponse>
