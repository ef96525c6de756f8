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

// Optional parts: an unreadable one does not make the transaction unreadable.
const club = z
  .object({ id: z.int(), name: optionalField(z.string()) })
  .nullish()
  .catch(undefined)
const day = z.iso.date().nullish().catch(undefined)
const words = z.string().nullish().catch(undefined)

/**
 * One entry of `GET /api/v1/transactions?sportId=1&startDate=…&endDate=…`, as used by public clients. Type
 * codes: `SC` status change, `TR` trade, `OPT` optioned, `CU` recalled, `DES` designated, `SU` suspension,
 * `ASG` assigned (also for rehabilitation), `SE` contract selected, `CLW` claimed off waivers, `SFA` signed,
 * and more. The kind of a status change is in the description only. The list contains entries of affiliates,
 * and duplicates.
 */
export const statsTransactionSchema = z.object({
  id: z.int(),
  /** Absent in the second entry of a trade, and for cash and players to be named later. */
  person: z.object({ id: z.int(), fullName: optionalField(z.string()) }),
  toTeam: club,
  fromTeam: club,
  date: z.iso.date(),
  /** Earlier than `date` for a retroactive placement. */
  effectiveDate: day,
  resolutionDate: day,
  typeCode: z.string().default('').catch(''),
  typeDesc: words,
  description: z.string().min(1),
})
export type StatsTransaction = z.infer<typeof statsTransactionSchema>

/** The response without its entries, which are parsed one by one: some have no person or date. */
export const statsTransactionsSchema = z.object({ transactions: z.array(z.unknown()) })

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
