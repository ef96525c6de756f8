import * as z from 'zod'

const handSchema = z.object({ code: z.enum(['L', 'R', 'S']) })

/**
 * A person of `people`, `people/{id}` and `sports/1/players`. `currentTeam` is present only if it is
 * requested.
 */
export const statsPersonSchema = z.object({
  id: z.int(),
  fullName: z.string().min(1),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  useName: z.string().optional(),
  useLastName: z.string().optional(),
  nameFirstLast: z.string().optional(),
  active: z.boolean().optional(),
  currentTeam: z.object({ id: z.int(), name: z.string().optional() }).optional(),
  primaryPosition: z.object({ code: z.string(), abbreviation: z.string() }).optional(),
  batSide: handSchema.optional(),
  pitchHand: handSchema.optional(),
})
export type StatsPerson = z.infer<typeof statsPersonSchema>

export const statsPeopleSchema = z.object({ people: z.array(statsPersonSchema) })

/** Response body of the statuses 400, 404 and 500. */
export const statsErrorSchema = z.object({
  message: z.string(),
  messageNumber: z.int(),
  traceId: z.string().nullable().optional(),
})
export type StatsError = z.infer<typeof statsErrorSchema>
