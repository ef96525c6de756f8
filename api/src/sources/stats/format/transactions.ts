import * as z from 'zod'
import { optionalField } from '../../../platform/service-client/answer-lists.ts'

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
