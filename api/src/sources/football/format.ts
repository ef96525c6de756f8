import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../platform/service-client/answer-lists.ts'

const instant = z.string().refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time')

const competitorSchema = z.object({
  homeAway: z.enum(['home', 'away']),
  /** '0' before the start. */
  score: optionalField(z.string()),
  winner: flagField(),
  team: z.object({
    id: optionalField(z.string()),
    abbreviation: z.string(),
    displayName: optionalField(z.string()),
  }),
})

const competitionSchema = z.object({
  /** False while the kickoff is not scheduled: the time is a placeholder then. */
  timeValid: flagField(false),
  neutralSite: flagField(),
  venue: optionalField(z.object({ fullName: z.string(), indoor: flagField() })),
  competitors: z.array(competitorSchema).length(2),
})

/** A game of any sport. Its time lacks seconds ('2025-10-26T17:00Z'). */
export const espnEventSchema = z.object({
  id: z.string(),
  date: instant,
  /** `type`: 1 preseason, 2 regular season, 3 playoffs. */
  season: optionalField(z.object({ year: z.int(), type: z.int() })),
  status: z.object({
    type: z.object({
      state: z.enum(['pre', 'in', 'post']),
      name: z.string().catch(''),
      completed: flagField(),
    }),
  }),
  competitions: z.array(competitionSchema).min(1),
})
export type EspnEvent = z.infer<typeof espnEventSchema>

/** The scoreboard of one US Eastern day. */
export const espnScoreboardSchema = z.object({
  events: listOf(espnEventSchema, { keyOf: ({ id }) => id }),
})
