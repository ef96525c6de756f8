import * as z from 'zod'

const count = z.int().nonnegative()

/** A club's batting of one season, or of some of its days. Counts that a source leaves out are absent. */
export const clubHittingSchema = z.object({
  team: z.object({ id: z.int() }),
  stat: z.object({
    gamesPlayed: count,
    plateAppearances: count,
    hits: count,
    doubles: count,
    triples: count,
    homeRuns: count,
    runs: count,
    rbi: count,
    baseOnBalls: count,
    hitByPitch: count.default(0),
    strikeOuts: count,
    stolenBases: count,
  }),
})
export type ClubHitting = z.infer<typeof clubHittingSchema>

/** What was batted against a club's pitchers in one season. The service never counts runs batted in here. */
export const clubPitchingSchema = z.object({
  team: z.object({ id: z.int() }),
  stat: z.object({
    gamesPlayed: count,
    battersFaced: count,
    hits: count,
    doubles: count.optional(),
    triples: count.optional(),
    homeRuns: count,
    runs: count,
    baseOnBalls: count,
    hitBatsmen: count.optional(),
    strikeOuts: count,
    stolenBases: count.optional(),
  }),
})
export type ClubPitching = z.infer<typeof clubPitchingSchema>

/**
 * `teams/stats?season=…&sportIds=1&group=…&stats=season`, or `stats=byDateRange&startDate=…&endDate=…`: the envelope alone, a split a club. They are read one by one:
 * a club that cannot be read must not take the others along.
 */
export const statsTeamStatsSchema = z.object({
  stats: z.array(z.object({ splits: z.array(z.unknown()).default([]) })),
})
