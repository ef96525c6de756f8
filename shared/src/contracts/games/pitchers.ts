import * as z from '@propsight/shared/schema'
import { statForecastSchema } from '../analysis/forecast.ts'

/** The two phases in which the page requests its data (H6). */
export const PITCHER_PHASES = ['strikeouts', 'hits-allowed'] as const
export type PitcherPhase = (typeof PITCHER_PHASES)[number]

/**
 * Query of `GET /api/pitchers`: the probable pitchers of a day, one NDJSON stream per phase. Needs no
 * sign-in.
 */
export const pitchersQuery = z.strictObject({
  /** League day; defaults to today in US Eastern time. */
  date: z.iso.date().optional(),
  phase: z.enum(PITCHER_PHASES),
  /** Ids that the client has cached for this phase; their data is not sent again. */
  skip: z
    .string()
    .max(800)
    .regex(/^\d+(,\d+)*$/)
    .optional(),
})

const count = z.int().nonnegative()
const rate = z.number().nonnegative().nullable()

/** A probable pitcher as listed in the schedule, with team, opponent and game. */
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
  /** True if `gameTime` is a placeholder because the start is not fixed yet. */
  startTimeTbd: z.boolean().optional(),
  gamePk: z.int(),
  venueName: z.string(),
  hand: z.enum(['L', 'R', 'S']).nullable(),
})
export type ProbablePitcher = z.infer<typeof probablePitcherSchema>

/** One start. `outs` is innings pitched in thirds. */
export const pitcherStartSchema = z.object({
  date: z.iso.date(),
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  outs: count,
  strikeOuts: count,
  hits: count,
})
export type PitcherStart = z.infer<typeof pitcherStartSchema>

/** Observed data of one pitcher, to which the rules of the domain are applied (H3). */
export const pitcherFactsSchema = z.object({
  type: z.literal('pitcher'),
  id: z.int(),
  phase: z.enum(PITCHER_PHASES),
  /** At most the last ten starts of this season, newest last. */
  recent: z.array(pitcherStartSchema).max(10),
  /** Starts against the next opponent, in this and earlier seasons, newest last (H3). */
  vsOpponent: z.array(pitcherStartSchema).max(40),
  /** Earlier seasons that could not be read for `vsOpponent`, newest first; absent if there are none. */
  missingSeasons: z.array(z.int()).max(30).optional(),
  season: z.object({ era: rate, whip: rate, strikeOutsPer9: rate, hitsPer9: rate, starts: count }),
  /**
   * The opponent's batting this season. `strikeOutRate`: strikeouts per plate appearance. `contactRate` and
   * `hitRate`: per plate appearance that is neither a walk nor a hit by pitch; contact is every such one
   * without a strikeout. Null while unknown.
   */
  opponent: z.object({ strikeOutRate: rate, contactRate: rate, hitRate: rate }),
  /** Days between the last appearance this season, starts and relief, and this game. */
  daysOfRest: count.nullable(),
  forecast: statForecastSchema.optional(),
  forecastMissing: z.string().max(80).optional(),
  /** As in game logs. */
  forecastNote: z.literal('opener').optional().catch(undefined),
  engine: z.string().max(60).optional(),
  /**
   * The opposing batting order of the forecast: announced, guessed from recent games, or still being read. Absent
   * without a forecast and from older API versions.
   */
  lineup: z.enum(['announced', 'guessed', 'pending']).optional(),
})
export type PitcherFacts = z.infer<typeof pitcherFactsSchema>

/** Records of the stream of one phase, one per line. A stream without `end` or `error` was interrupted. */
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
