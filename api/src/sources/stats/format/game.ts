import * as z from 'zod'
import { statsGameStatusSchema } from './schedule.ts'
import { statsTeamRefSchema } from './team.ts'

const lineSchema = z.object({
  runs: z.int().optional(),
  hits: z.int().optional(),
  errors: z.int().optional(),
})

/** `game/{pk}/linescore`. `currentInning` is absent before the first pitch. */
export const statsLinescoreSchema = z.object({
  currentInning: z.int().optional(),
  inningHalf: z.string().optional(),
  scheduledInnings: z.int().optional(),
  innings: z.array(z.object({ num: z.int(), home: lineSchema, away: lineSchema })).default([]),
  teams: z.object({ home: lineSchema, away: lineSchema }),
  outs: z.int().optional(),
})
export type StatsLinescore = z.infer<typeof statsLinescoreSchema>

const count = z.int().nonnegative().optional()

/** Empty for a player who did not bat; likewise `pitchingSchema` for one who did not pitch. */
const battingSchema = z.object({
  atBats: count,
  plateAppearances: count,
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
const pitchingSchema = z.object({
  gamesStarted: count,
  inningsPitched: z.string().optional(),
  outs: count,
  battersFaced: count,
  strikeOuts: count,
  hits: count,
  earnedRuns: count,
  runs: count,
  baseOnBalls: count,
  homeRuns: count,
})

const boxPlayerSchema = z.object({
  person: z.object({ id: z.int(), fullName: z.string() }),
  position: z.object({ abbreviation: z.string() }).optional(),
  battingOrder: z.string().optional(),
  stats: z.object({ batting: battingSchema, pitching: pitchingSchema }),
})

const boxSideSchema = z.object({
  team: statsTeamRefSchema,
  players: z.record(z.string(), boxPlayerSchema),
  batters: z.array(z.int()),
  /** In order of appearance: the first one is the starter. */
  pitchers: z.array(z.int()),
  battingOrder: z.array(z.int()).default([]),
})

/** `game/{pk}/boxscore`, and `liveData.boxscore` of the feed. */
export const statsBoxscoreSchema = z.object({ teams: z.object({ away: boxSideSchema, home: boxSideSchema }) })
export type StatsBoxscore = z.infer<typeof statsBoxscoreSchema>

/** `game/{pk}/feed/live` (v1.1), without its plays. */
export const statsFeedSchema = z.object({
  gamePk: z.int(),
  gameData: z.object({
    datetime: z.object({ dateTime: z.string(), officialDate: z.iso.date().optional() }),
    status: statsGameStatusSchema,
    teams: z.object({ away: statsTeamRefSchema, home: statsTeamRefSchema }),
    venue: z.object({ id: z.int(), name: z.string() }),
    /** 'Clear', '59', '2 mph, Out To CF'; '0 mph, None' under a roof. */
    weather: z
      .object({ condition: z.string().optional(), temp: z.string().optional(), wind: z.string().optional() })
      .optional(),
  }),
  liveData: z.object({ linescore: statsLinescoreSchema, boxscore: statsBoxscoreSchema }),
})
export type StatsFeed = z.infer<typeof statsFeedSchema>
