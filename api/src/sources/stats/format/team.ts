import { BASEBALL_CLUBS } from '@propsight/shared/domain/clubs'
import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../../platform/service-client/answer-lists.ts'

/** A reference to a club in another response. Only the id is always present. */
export const statsTeamRefSchema = z.object({
  id: z.int(),
  name: optionalField(z.string()),
  abbreviation: optionalField(z.string()),
  /** Home park of the club; present if `hydrate=team` was requested. */
  venue: optionalField(z.object({ id: z.int() })),
})

const CLUBS = new Map(BASEBALL_CLUBS.map((club) => [club.mlbId, club]))

/** A club of `teams?sportId=1`. Name and code of a club that the product knows may be missing. */
export const statsTeamSchema = z
  .object({
    id: z.int(),
    name: optionalField(z.string()),
    abbreviation: optionalField(z.string()),
    teamName: optionalField(z.string()),
    locationName: optionalField(z.string()),
    venue: optionalField(z.object({ id: z.int(), name: z.string() })),
  })
  .transform((team, context) => {
    const club = CLUBS.get(team.id)
    const { name = club?.name, abbreviation = club?.code } = team
    if (name !== undefined && abbreviation !== undefined) return { ...team, name, abbreviation }
    context.addIssue({ code: 'custom', message: 'a club without name or code', input: team })
    return z.NEVER
  })
export type StatsTeam = z.infer<typeof statsTeamSchema>

export const statsTeamsSchema = z.object({
  teams: listOf(statsTeamSchema, { keyOf: ({ id }) => id }),
})

export const statsVenuesSchema = z.object({
  venues: listOf(z.object({ id: z.int(), name: z.string(), active: flagField() })),
})
