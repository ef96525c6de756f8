import * as z from 'zod'
import { statsTeamRefSchema } from './team.ts'

const labelSchema = z.object({ displayName: z.string() })

/**
 * One split of any kind of stats: a season, a game, a hand. Counts are numbers, rates are text; a traded player's
 * season has a total without `team` and with `numTeams`, and one split per team.
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

/** One kind of stats in one group. `stats/game` leaves the labels out, and a hydrated person may lack the splits. */
export const statsBlockSchema = z.object({
  type: labelSchema.optional(),
  group: labelSchema.optional(),
  splits: z.array(statsSplitSchema).default([]),
})
export type StatsBlock = z.infer<typeof statsBlockSchema>

/** `people/{id}/stats` and `teams/{id}/stats`; without an answer `stats` is empty. */
export const statsAnswerSchema = z.object({ stats: z.array(statsBlockSchema) })
/** `people?…&hydrate=stats(…)`. */
export const statsHydratedPeopleSchema = z.object({
  people: z.array(
    z.object({ id: z.int(), fullName: z.string(), stats: z.array(statsBlockSchema).optional() }),
  ),
})

/**
 * The split that counts for a whole season: the total of a traded player, else the only one.
 * @returns undefined where the person did not play
 */
export const seasonTotal = (splits: readonly StatsSplit[]): StatsSplit | undefined =>
  splits.find(({ team, numTeams }) => !team && numTeams !== undefined) ?? splits[0]
