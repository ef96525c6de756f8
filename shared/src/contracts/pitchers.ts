import * as z from 'zod'
import { statForecastSchema } from './forecast.ts'

/** The two phases in which the page asks for its numbers (specification 2 §4). */
export const PITCHER_PHASES = ['strikeouts', 'hits-allowed'] as const
export type PitcherPhase = (typeof PITCHER_PHASES)[number]

/** Query of `GET /api/pitchers`: a day's probable pitchers, one NDJSON stream for each phase. No sign-in. */
export const pitchersQuery = z.strictObject({
  /** League day; today in US Eastern time without it. */
  date: z.iso.date().optional(),
  phase: z.enum(PITCHER_PHASES),
  /** Ids that the caller's cache has for this phase: their facts are not sent again. */
  skip: z
    .string()
    .max(800)
    .regex(/^\d+(,\d+)*$/)
    .optional(),
})
export type PitchersQuery = z.infer<typeof pitchersQuery>

const count = z.int().nonnegative()
const rate = z.number().nonnegative().nullable()

/** Who pitches where: what the schedule tells of one probable pitcher. */
export const probablePitcherSchema = z.object({
  id: z.int(),
  name: z.string(),
  teamId: z.int(),
  teamAbbr: z.string(),
  teamName: z.string(),
  oppId: z.int(),
  oppAbbr: z.string(),
  oppName: z.string(),
  home: z.boolean(),
  /** First pitch, ISO 8601 in UTC. */
  gameTime: z.string(),
  /** True where the time above only holds the place of one that is not set yet. */
  startTimeTbd: z.boolean().optional(),
  gamePk: z.int(),
  venueName: z.string(),
  hand: z.enum(['L', 'R', 'S']).nullable(),
})
export type ProbablePitcher = z.infer<typeof probablePitcherSchema>

/** One start, the count of the phase in `value`. Outs are innings pitched in thirds. */
export const pitcherStartSchema = z.object({
  date: z.iso.date(),
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  outs: count,
  strikeOuts: count,
  hits: count,
})
export type PitcherStart = z.infer<typeof pitcherStartSchema>

/** Facts, never projections: what the rules of the domain are applied to (specification 2 §9). */
export const pitcherFactsSchema = z.object({
  type: z.literal('pitcher'),
  id: z.int(),
  phase: z.enum(PITCHER_PHASES),
  /** The last starts of this season, newest last, at most ten. */
  recent: z.array(pitcherStartSchema).max(10),
  /** Starts against tonight's opponent, newest last: this season's and earlier ones' (specification 2 §9). */
  vsOpponent: z.array(pitcherStartSchema).max(40),
  /** Earlier seasons that were to be read for it and could not be, newest first; left out where there are none. */
  missingSeasons: z.array(z.int()).max(30).optional(),
  season: z.object({ era: rate, whip: rate, strikeOutsPer9: rate, hitsPer9: rate, starts: count }),
  /**
   * The opponent's batting this season: strikeouts per plate appearance; contact and hits per plate appearance that was
   * neither a walk nor a hit by pitch, contact being whatever of them was no strikeout. Null while unknown.
   */
  opponent: z.object({ strikeOutRate: rate, contactRate: rate, hitRate: rate }),
  /** Days between his last appearance this season, in relief too, and this game's. */
  daysOfRest: count.nullable(),
  forecast: statForecastSchema.optional(),
  forecastMissing: z.string().max(80).optional(),
  engine: z.string().max(60).optional(),
})
export type PitcherFacts = z.infer<typeof pitcherFactsSchema>

/** The records of one phase's stream, one a line. A stream without `end` or `error` was cut. */
export const pitcherRecordSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    date: z.iso.date(),
    season: z.int(),
    phase: z.enum(PITCHER_PHASES),
    pitchers: z.array(probablePitcherSchema).max(80),
  }),
  pitcherFactsSchema,
  z.object({ type: z.literal('missing'), id: z.int(), reason: z.string().max(80) }),
  z.object({ type: z.literal('error'), message: z.string(), code: z.string(), requestId: z.string() }),
  z.object({
    type: z.literal('end'),
    done: count,
    missing: count,
    readAt: z.string(),
    stale: z.boolean(),
  }),
])
export type PitcherRecord = z.infer<typeof pitcherRecordSchema>
