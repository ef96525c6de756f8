import * as z from 'zod'
import { flagField, optionalField } from '../../../platform/service-client/answer-lists.ts'
import { statsTeamRefSchema } from './roster.ts'

const count = optionalField(z.int().nonnegative())

/** Empty for a player who did not bat; likewise `pitchingSchema` for one who did not pitch. */
const battingSchema = z.object({
  gamesPlayed: count,
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
  inningsPitched: optionalField(z.string()),
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
  position: optionalField(z.object({ abbreviation: z.string() })),
  /** '100' to '900' for the starters, '101' for the first substitute of the first. */
  battingOrder: optionalField(z.string()),
  gameStatus: optionalField(z.object({ isSubstitute: flagField() })),
  stats: z.object({ batting: battingSchema, pitching: pitchingSchema }),
})

/** An unreadable id keeps its place, because the order has a meaning. */
const idsSchema = z.array(z.int().nullable().catch(null))

const boxSideSchema = z
  .object({
    team: statsTeamRefSchema,
    /** By key: 'ID' and the id of the person. */
    players: z.record(z.string(), boxPlayerSchema.nullable().catch(null)),
    batters: idsSchema,
    /** In order of appearance: the first one is the starter. */
    pitchers: idsSchema,
    /** At the end it names the last player of each place. */
    battingOrder: idsSchema.default([]),
  })
  .transform(({ players, ...side }) => ({
    ...side,
    players: Object.fromEntries(
      Object.entries(players).flatMap(([key, player]) => (player ? [[key, player] as const] : [])),
    ),
    /** Ids of the players who took part but cannot be read. */
    unreadable: Object.entries(players).flatMap(([key, player]) =>
      player ? [] : [Number(key.replace(/\D/g, ''))],
    ),
  }))

/** `game/{pk}/boxscore`, and `liveData.boxscore` of the feed. */
export const statsBoxscoreSchema = z.object({ teams: z.object({ away: boxSideSchema, home: boxSideSchema }) })
export type StatsBoxscore = z.infer<typeof statsBoxscoreSchema>
