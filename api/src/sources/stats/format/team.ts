import * as z from 'zod'

/** A reference to a club in another response. Only the id is always present. */
export const statsTeamRefSchema = z.object({
  id: z.int(),
  name: z.string().optional(),
  abbreviation: z.string().optional(),
  /** Home park of the club; present if `hydrate=team` was requested. */
  venue: z.object({ id: z.int() }).optional().catch(undefined),
})

/** A club of `teams?sportId=1`. */
export const statsTeamSchema = z.object({
  id: z.int(),
  name: z.string(),
  abbreviation: z.string(),
  teamName: z.string().optional(),
  locationName: z.string().optional(),
  venue: z.object({ id: z.int(), name: z.string() }).optional(),
})
export type StatsTeam = z.infer<typeof statsTeamSchema>

export const statsTeamsSchema = z.object({ teams: z.array(statsTeamSchema) })

export const statsVenuesSchema = z.object({
  venues: z.array(z.object({ id: z.int(), name: z.string(), active: z.boolean().optional() })),
})
