import * as z from 'zod'

export const handSchema = z.enum(['L', 'R'])

/** The player's next game as scheduled, before its first pitch. */
export const tonightSchema = z.object({
  gamePk: z.int(),
  /** League day. */
  date: z.iso.date(),
  /** First pitch, ISO 8601 in UTC. */
  startsAt: z.string(),
  /** The other club's code. */
  opponent: z.string(),
  homeAway: z.enum(['HOME', 'AWAY']),
  /** Code of the home club, used to request the weather of its park. */
  homeTeam: z.string(),
  /**
   * `slot`: position in the announced batting order, 1 to 9; null if the player is not in it or it is not
   * announced.
   */
  lineup: z.object({ announced: z.boolean(), slot: z.int().min(1).max(9).nullable() }),
  /** The opponent's announced starting pitcher. */
  starter: z.object({ personId: z.int(), name: z.string(), throws: handSchema.nullable() }).nullable(),
})
export type Tonight = z.infer<typeof tonightSchema>
