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

/**
 * The unparsed `stat` of a split: counts are numbers, rates are text ('.305', '-.--'). Other values are
 * dropped.
 */
export const statLineSchema = z.preprocess(
  (stat) =>
    typeof stat === 'object' && stat !== null
      ? Object.fromEntries(
          Object.entries(stat).filter(([, value]) => typeof value === 'number' || typeof value === 'string'),
        )
      : stat,
  z.record(z.string(), z.union([z.number(), z.string()])),
)
export type StatLine = z.infer<typeof statLineSchema>

/** @returns a count of a stat line; undefined if it is missing or not a whole number from 0 on */
export function countOf(line: StatLine, name: string): number | undefined {
  const value = line[name]
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

/**
 * Parses a rate of the stats service: '.305', '2.33', '11.87'.
 * @returns the number; null for placeholders ('.---', '-.--', '-') and other texts
 */
export function rateFromText(text: string | number | null | undefined): number | null {
  if (typeof text === 'number') return Number.isFinite(text) ? text : null
  const trimmed = text?.trim() ?? ''
  return /^-?(\d+\.?\d*|\.\d+)$/.test(trimmed) ? Number(trimmed) : null
}
