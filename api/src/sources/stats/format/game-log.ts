import * as z from 'zod'
import { listOf, optionalField } from '../../../platform/service-client/answer-lists.ts'
import { statsPersonSchema, statsTeamRefSchema } from './roster.ts'

const count = z.int().nonnegative()
/** A count that a source may lack: null is unknown, never 0. */
const countOrNull = count.nullable().default(null).catch(null)

const gameFields = {
  date: z.iso.date(),
  /** 'R' for the regular season; absent if the query selected one type. */
  gameType: optionalField(z.string()),
  isHome: z.boolean(),
  opponent: optionalField(statsTeamRefSchema),
  game: z.object({ gamePk: z.int(), gameNumber: optionalField(z.int()) }),
}

/** One game of a batter's `gameLog`. Rates in it are cumulative, so only counts are parsed. */
export const hittingSplitSchema = z.object({
  ...gameFields,
  stat: z.object({
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
  }),
})
export type HittingSplit = z.infer<typeof hittingSplitSchema>

/** One game of a pitcher's `gameLog`. `inningsPitched` '5.2' means 5⅔ innings; `outs` is unambiguous. */
export const pitchingSplitSchema = z.object({
  ...gameFields,
  stat: z.object({
    gamesStarted: count,
    inningsPitched: z.string(),
    outs: optionalField(count),
    battersFaced: count,
    strikeOuts: count,
    hits: count,
    earnedRuns: countOrNull,
    runs: countOrNull,
    baseOnBalls: count,
    homeRuns: count,
    hitBatsmen: countOrNull,
  }),
})
export type PitchingSplit = z.infer<typeof pitchingSplitSchema>

/**
 * A person of `people?personIds=…&hydrate=stats(group=[…],type=[gameLog],…)`. Splits are parsed one by one.
 */
export const statsPersonLogSchema = statsPersonSchema.extend({
  stats: listOf(
    z.object({
      type: optionalField(z.object({ displayName: z.string() })),
      group: optionalField(z.object({ displayName: z.string() })),
      splits: listOf(z.unknown(), { optional: true }),
    }),
    { optional: true },
  ),
})
export type StatsPersonLog = z.infer<typeof statsPersonLogSchema>

/**
 * The response without its people, who are parsed one by one: an unreadable person must not hide the rest.
 */
export const statsPeopleLogsSchema = z.object({ people: z.array(z.unknown()) })
