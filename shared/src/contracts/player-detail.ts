import * as z from 'zod'
import { gameLogsBody } from './game-logs.ts'
import { handSchema } from './tonight.ts'

/** Body of `POST /api/player-detail`: one player of a run, by the words of its board. Costs nothing. */
export const playerDetailBody = z.strictObject({
  runId: z.uuid(),
  player: gameLogsBody.shape.players.element,
})
export type PlayerDetailBody = z.infer<typeof playerDetailBody>

const count = z.int().nonnegative()
/** As the league writes rates: '.305', '1.022', '2.33'; '.---' and '-.--' without a chance to have one. */
const rate = z.string().max(12)

/** One row of the hitting averages (specification 1 §3). */
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

/** One row of a pitcher's averages, of a season or against one side. */
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

/** A starter's season, as the 'Opposing Pitcher' table shows it. */
export const opposingPitcherSchema = z.object({
  personId: z.int(),
  name: z.string(),
  handedness: handSchema.nullable(),
  team: z.string(),
  era: rate,
  whip: rate,
  strikeOuts: count,
  /** Null where a source does not tell decisions, as a replay's. */
  wins: count.nullable(),
  losses: count.nullable(),
  strikeOutsPer9: rate,
  hitsPer9: rate,
})
export type OpposingPitcher = z.infer<typeof opposingPitcherSchema>

/** What the batter did against tonight's starter, all seasons that the league tells. */
export const vsPitcherSchema = z.object({
  atBats: count,
  hits: count,
  homeRuns: count,
  baseOnBalls: count,
  strikeOuts: count,
  avg: rate,
})
export type VsPitcher = z.infer<typeof vsPitcherSchema>

/** As `Distribution` of the engine: `atLeast[k]` = P(X ≥ least + k). */
const distribution = z.object({
  least: z.int(),
  atLeast: z.array(z.number().min(0).max(1)).min(1).max(120),
})

/**
 * How a stat's chances come about, one thing after another taken in; the last step is the forecast itself. Distributions,
 * not chances, so that every line has its own answer without another question.
 */
export const whySchema = z.object({
  stat: z.string().max(60),
  steps: z
    .array(z.object({ factor: z.string().max(60), note: z.string().max(200).nullable(), distribution }))
    .max(20),
})
export type Why = z.infer<typeof whySchema>

/** What could not be read is null and named in `missing`, with the reason in words for the screen. */
export const playerDetailAnswer = z.object({
  name: z.string(),
  personId: z.int(),
  fullName: z.string(),
  position: z.string(),
  batSide: z.enum(['L', 'R', 'S']).nullable(),
  pitchHand: z.enum(['L', 'R', 'S']).nullable(),
  /** Of a batter; a pitcher has `pitching`. */
  hitting: splitsOf(hittingAverages).nullable(),
  pitching: splitsOf(pitchingAverages).nullable(),
  opposingPitcher: opposingPitcherSchema.nullable(),
  vsPitcher: vsPitcherSchema.nullable(),
  /** Hand of the other side's starter in the player's games of this season, by `gamePk`; unknown ones are left out. */
  starterHands: z.record(z.string(), handSchema),
  why: z.array(whySchema).max(40),
  engine: z.string().max(60).nullable(),
  missing: z.record(z.string(), z.string().max(200)),
  readAt: z.string(),
  stale: z.boolean(),
})
export type PlayerDetail = z.infer<typeof playerDetailAnswer>
