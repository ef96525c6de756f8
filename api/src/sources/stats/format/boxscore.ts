import * as z from 'zod'
import { statsTeamRefSchema } from './team.ts'

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
