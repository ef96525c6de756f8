import * as z from 'zod'
import { flagField, listOf, optionalField } from '../../../platform/service-client/answer-lists.ts'

const handSchema = z.object({ code: z.enum(['L', 'R', 'S']) })

/**
 * A person of `people`, `people/{id}` and `sports/1/players`. `currentTeam` is present only if it is
 * requested. A hand that is not one of the three codes is unknown.
 */
export const statsPersonSchema = z.object({
  id: z.int(),
  fullName: z.string().min(1),
  firstName: optionalField(z.string()),
  lastName: optionalField(z.string()),
  useName: optionalField(z.string()),
  useLastName: optionalField(z.string()),
  nameFirstLast: optionalField(z.string()),
  active: flagField(),
  currentTeam: optionalField(z.object({ id: z.int(), name: optionalField(z.string()) })),
  primaryPosition: optionalField(z.object({ code: z.string(), abbreviation: z.string() })),
  batSide: optionalField(handSchema),
  pitchHand: optionalField(handSchema),
})
export type StatsPerson = z.infer<typeof statsPersonSchema>

export const statsPeopleSchema = z.object({
  people: listOf(statsPersonSchema, { keyOf: ({ id }) => id }),
})

/** Response body of the statuses 400, 404 and 500. */
export const statsErrorSchema = z.object({
  message: z.string(),
  messageNumber: z.int(),
  traceId: z.string().nullable().optional(),
})
export type StatsError = z.infer<typeof statsErrorSchema>
