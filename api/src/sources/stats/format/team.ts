import * as z from 'zod'

/** A club as another answer names it: only the id is certain. */
export const statsTeamRefSchema = z.object({
  id: z.int(),
  name: z.string().optional(),
  abbreviation: z.string().optional(),
  /** Its own park, where the club itself was asked for (`hydrate=team`). */
  venue: z.object({ id: z.int() }).optional().catch(undefined),
})

/** A club as `teams?sportId=1` answers. */
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
