import * as z from 'zod'

export const handSchema = z.enum(['L', 'R'])

/** The player's next game as the schedule tells it before its first pitch. */
export const tonightSchema = z.object({
  gamePk: z.int(),
  /** League day. */
  date: z.iso.date(),
  /** First pitch, ISO 8601 in UTC. */
  startsAt: z.string(),
  /** The other club's code. */
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  /** Code of the club whose park it is: what weather is asked by. */
  homeTeam: z.string(),
  /** `slot` is the place in the announced order, 1 to 9, null for who is not in it; `announced` false before that. */
  lineup: z.object({ announced: z.boolean(), slot: z.int().min(1).max(9).nullable() }),
  /** The other side's announced starter. */
  starter: z.object({ personId: z.int(), name: z.string(), throws: handSchema.nullable() }).nullable(),
})
export type Tonight = z.infer<typeof tonightSchema>
