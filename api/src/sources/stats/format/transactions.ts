import * as z from 'zod'

// What a transaction says beside whom and when it is about is worth reading without it, too.
const club = z.object({ id: z.int(), name: z.string().optional() }).nullish().catch(undefined)
const day = z.iso.date().nullish().catch(undefined)
const words = z.string().nullish().catch(undefined)

/**
 * One entry of `transactions`, as public clients read it (`GET /api/v1/transactions?sportId=1&startDate=…&endDate=…`):
 * `SC` status change, `TR` trade, `OPT` optioned, `CU` recalled, `DES` designated, `SU` suspension, `ASG` assigned (a
 * rehabilitation, too), `SE` contract selected, `CLW` claimed off waivers, `SFA` signed, and others. What kind of status
 * changed stands in the description alone. Entries of affiliates are among them, and one is listed more than once.
 */
export const statsTransactionSchema = z.object({
  id: z.int(),
  /** Absent on the other club's copy of a trade, and for cash and players to be named. */
  person: z.object({ id: z.int(), fullName: z.string().optional() }),
  toTeam: club,
  fromTeam: club,
  date: z.iso.date(),
  /** Before `date` where a list is retroactive. */
  effectiveDate: day,
  resolutionDate: day,
  typeCode: z.string().default(''),
  typeDesc: words,
  description: z.string().min(1),
})
export type StatsTransaction = z.infer<typeof statsTransactionSchema>

/** The envelope alone: entries are read one by one, since some lack a person or a day. */
export const statsTransactionsSchema = z.object({ transactions: z.array(z.unknown()) })
