import * as z from 'zod'

const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is no time')

const competitorSchema = z.object({
  homeAway: z.enum(['home', 'away']),
  /** '0' before the start. */
  score: z.string().optional(),
  winner: z.boolean().optional(),
  team: z.object({ id: z.string(), abbreviation: z.string(), displayName: z.string() }),
})

const competitionSchema = z.object({
  id: z.string(),
  date: z.string(),
  /** False while the kickoff is not scheduled: the time is a placeholder then. */
  timeValid: z.boolean().optional(),
  neutralSite: z.boolean().optional(),
  venue: z
    .object({
      id: z.string().optional(),
      fullName: z.string(),
      indoor: z.boolean().optional(),
      address: z.object({ city: z.string().optional(), state: z.string().optional() }).optional(),
    })
    .optional(),
  competitors: z.array(competitorSchema).length(2),
})

/** A game of any sport. Its time lacks seconds ('2025-10-26T17:00Z'). */
export const espnEventSchema = z.object({
  id: z.string(),
  date: instant,
  shortName: z.string(),
  status: z.object({
    type: z.object({ state: z.enum(['pre', 'in', 'post']), name: z.string(), completed: z.boolean() }),
  }),
  competitions: z.array(competitionSchema).min(1),
})
export type EspnEvent = z.infer<typeof espnEventSchema>

/** The scoreboard of one US Eastern day. */
export const espnScoreboardSchema = z.object({ events: z.array(espnEventSchema) })

/** The scoreboard without its games, which are parsed one by one. */
export const espnLooseScoreboardSchema = z.object({ events: z.array(z.unknown()) })
