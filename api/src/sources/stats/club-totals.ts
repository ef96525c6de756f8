import type * as z from 'zod'
import {
  type ClubHitting,
  type ClubPitching,
  clubHittingSchema,
  clubPitchingSchema,
} from './format/season-stats.ts'

interface TeamStats {
  readonly stats: readonly { readonly splits: readonly unknown[] }[]
}

/**
 * Parses the clubs of one response, without duplicates.
 * @throws ZodError if there are splits and none can be parsed
 */
function clubs<T extends { team: { id: number } }>({ stats }: TeamStats, schema: z.ZodType<T>): T[] {
  const parsed = stats.flatMap(({ splits }) => splits).map((split) => schema.safeParse(split))
  const readable = parsed.flatMap(({ data }) => (data ? [data] : []))
  const [first] = parsed
  if (readable.length === 0 && first && !first.success) throw first.error
  return [...new Map(readable.map((club) => [club.team.id, club])).values()]
}

/** Batting totals of each club over the requested days. */
export const clubsBatting = (answer: TeamStats): ClubHitting[] => clubs(answer, clubHittingSchema)

/** Totals of the batters who faced each club's pitchers. */
export const clubsPitching = (answer: TeamStats): ClubPitching[] => clubs(answer, clubPitchingSchema)
