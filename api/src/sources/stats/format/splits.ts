import * as z from 'zod'
import { statsTeamRefSchema } from './team.ts'

const labelSchema = z.object({ displayName: z.string() })

/**
 * One split of any kind of stats: a season, a game, a hand. Counts are numbers, rates are text. The season of
 * a traded player has one split per team, and a total with `numTeams` and without `team`.
 */
export const statsSplitSchema = z.object({
  date: z.iso.date().optional(),
  season: z.string().optional(),
  gameType: z.string().optional(),
  isHome: z.boolean().optional(),
  team: statsTeamRefSchema.optional(),
  opponent: statsTeamRefSchema.optional(),
  numTeams: z.int().optional(),
  split: z.object({ code: z.string(), description: z.string().optional() }).optional(),
  stat: z.record(z.string(), z.unknown()).optional(),
})
export type StatsSplit = z.infer<typeof statsSplitSchema>

/** One kind of stats in one group. `stats/game` omits the labels; a hydrated person may have no splits. */
export const statsBlockSchema = z.object({
  type: labelSchema.optional(),
  group: labelSchema.optional(),
  splits: z.array(statsSplitSchema).default([]),
})
export type StatsBlock = z.infer<typeof statsBlockSchema>

/** `people/{id}/stats` and `teams/{id}/stats`. `stats` is empty if there are none. */
export const statsAnswerSchema = z.object({ stats: z.array(statsBlockSchema) })
/** `people?…&hydrate=stats(…)`. */
export const statsHydratedPeopleSchema = z.object({
  people: z.array(
    z.object({ id: z.int(), fullName: z.string(), stats: z.array(statsBlockSchema).optional() }),
  ),
})

/**
 * The split of a whole season: the total of a traded player, else the only split.
 * @returns undefined if the person did not play
 */
export const seasonTotal = (splits: readonly StatsSplit[]): StatsSplit | undefined =>
  splits.find(({ team, numTeams }) => !team && numTeams !== undefined) ?? splits[0]
