import * as z from 'zod'
import { listOf, optionalField } from '../../../platform/service-client/answer-lists.ts'

const count = z.int().nonnegative()
/** A count that a source may lack: null is unknown, never 0. */
const countOrNull = count.nullable().default(null).catch(null)

/** Batting totals of a club over a season or over some days. */
export const clubHittingSchema = z.object({
  team: z.object({ id: z.int() }),
  stat: z.object({
    gamesPlayed: count,
    plateAppearances: count,
    hits: count,
    doubles: count,
    triples: count,
    homeRuns: count,
    runs: countOrNull,
    rbi: countOrNull,
    baseOnBalls: count,
    hitByPitch: countOrNull,
    strikeOuts: count,
    stolenBases: countOrNull,
  }),
})
export type ClubHitting = z.infer<typeof clubHittingSchema>

/** Totals of the batters who faced a club's pitchers in one season. The service omits runs batted in here. */
export const clubPitchingSchema = z.object({
  team: z.object({ id: z.int() }),
  stat: z.object({
    gamesPlayed: count,
    battersFaced: count,
    hits: count,
    doubles: optionalField(count),
    triples: optionalField(count),
    homeRuns: count,
    runs: countOrNull,
    baseOnBalls: count,
    hitBatsmen: optionalField(count),
    strikeOuts: count,
    stolenBases: optionalField(count),
  }),
})
export type ClubPitching = z.infer<typeof clubPitchingSchema>

/**
 * `teams/stats?season=…&sportIds=1&group=…&stats=season`, or `stats=byDateRange&startDate=…&endDate=…`, with
 * one split per club; or `stats?playerPool=ALL&…` with the splits of all players.
 */
export const statsTotalsSchema = <T>(split: z.ZodType<T>) => {
  const block = z.object({ splits: listOf(split) })
  // Before the season there is no `splits`. One that is not readable keeps its name without a value in `readAnswer`.
  const withSplits = (value: unknown) =>
    typeof value === 'object' && value !== null && !('splits' in value) ? { splits: [] } : value
  return z.object({ stats: listOf(z.preprocess(withSplits, block)) })
}

const player = z.object({ id: z.int() })

/** A batter's season in `stats?stats=season&group=hitting&playerPool=ALL`. */
export const playerHittingSchema = z.object({ player, stat: clubHittingSchema.shape.stat })

/** A pitcher's season in `stats?stats=season&group=pitching&playerPool=ALL`. */
export const playerPitchingSchema = z.object({
  player,
  stat: z.object({
    gamesPlayed: count,
    gamesStarted: count,
    outs: countOrNull,
    battersFaced: count,
    hits: count,
    homeRuns: count,
    earnedRuns: count,
    baseOnBalls: count,
    hitBatsmen: countOrNull,
    strikeOuts: count,
  }),
})
export type PlayerPitching = z.infer<typeof playerPitchingSchema>

/** Stored format of the totals of all players in one season. */
export const playerTotalsSchema = z.object({
  hitters: z.array(playerHittingSchema),
  pitchers: z.array(playerPitchingSchema),
})
/** Totals of all players in one season, without duplicates. */
export type PlayerTotals = z.infer<typeof playerTotalsSchema>

/** Stored format of the totals of a finished season. */
export const seasonTotalsSchema = playerTotalsSchema.extend({ clubs: z.array(clubHittingSchema) })
/** Totals of all players and clubs in one season, without duplicates. */
export type SeasonTotals = z.infer<typeof seasonTotalsSchema>
