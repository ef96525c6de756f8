import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../../platform/service-client/answer-lists.ts'
import { statsTeamRefSchema } from './roster.ts'

const labelSchema = z.object({ displayName: z.string() })

/**
 * One split of any kind of stats: a season, a game, a hand. Counts are numbers, rates are text. The season of
 * a traded player has one split per team, and a total with `numTeams` and without `team`.
 */
export const statsSplitSchema = z.object({
  date: optionalField(z.iso.date()),
  season: optionalField(z.string()),
  gameType: optionalField(z.string()),
  isHome: flagField(),
  team: optionalField(statsTeamRefSchema),
  opponent: optionalField(statsTeamRefSchema),
  numTeams: optionalField(z.int()),
  split: optionalField(z.object({ code: z.string(), description: optionalField(z.string()) })),
  stat: optionalField(z.record(z.string(), z.unknown())),
})
export type StatsSplit = z.infer<typeof statsSplitSchema>

/** One kind of stats in one group. `stats/game` omits the labels; a hydrated person may have no splits. */
export const statsBlockSchema = z.object({
  type: optionalField(labelSchema),
  group: optionalField(labelSchema),
  splits: listOf(statsSplitSchema, { optional: true, keyOf: JSON.stringify }),
})

/** `people/{id}/stats` and `teams/{id}/stats`. `stats` is empty if there are none. */
export const statsAnswerSchema = z.object({ stats: listOf(statsBlockSchema) })

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

/** Totals of a player's season, and the parts against left- and right-handers; null if there are none. */
export const playerSplitsSchema = z.object({
  season: statLineSchema.nullable(),
  vsLeft: statLineSchema.nullable(),
  vsRight: statLineSchema.nullable(),
})
export type PlayerSplits = z.infer<typeof playerSplitsSchema>

/** Totals of a batter against one pitcher. `available` is false if the service has no such data at all. */
export const vsPitcherSchema = z.object({ available: z.boolean(), line: statLineSchema.nullable() })
export type VsPitcher = z.infer<typeof vsPitcherSchema>
