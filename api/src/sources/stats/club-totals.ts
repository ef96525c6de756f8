import type * as z from 'zod'
import {
  type ClubHitting,
  type ClubPitching,
  clubHittingSchema,
  clubPitchingSchema,
} from './format/team-stats.ts'

interface TeamStats {
  readonly stats: readonly { readonly splits: readonly unknown[] }[]
}

/**
 * The clubs of one answer, each once.
 * @throws ZodError where there are splits, and none of them can be read
 */
function clubs<T extends { team: { id: number } }>({ stats }: TeamStats, schema: z.ZodType<T>): T[] {
  const parsed = stats.flatMap(({ splits }) => splits).map((split) => schema.safeParse(split))
  const readable = parsed.flatMap(({ data }) => (data ? [data] : []))
  const [first] = parsed
  if (readable.length === 0 && first && !first.success) throw first.error
  return [...new Map(readable.map((club) => [club.team.id, club])).values()]
}

/** What each club batted in the span that was asked for. */
export const clubsBatting = (answer: TeamStats): ClubHitting[] => clubs(answer, clubHittingSchema)

/** What was batted against each club's pitchers. */
export const clubsPitching = (answer: TeamStats): ClubPitching[] => clubs(answer, clubPitchingSchema)
