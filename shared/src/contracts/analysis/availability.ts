import * as z from 'zod'

/**
 * Whether a player can play, derived from the league's roster transactions: `out` while on an injured list,
 * on the bereavement list or suspended; `returned` within two weeks after the return; `moved` within two
 * weeks after a trade, a recall or an option. A player without such a transaction has no `availability`.
 */
export const availabilitySchema = z.object({
  state: z.enum(['out', 'returned', 'moved']),
  /** Short text: '10-day injured list', 'activated', 'traded', 'recalled'. */
  label: z.string().max(60),
  /** League day of the transaction. */
  date: z.iso.date(),
  /** The transaction's description as published by the league. */
  text: z.string().max(400),
})
export type Availability = z.infer<typeof availabilitySchema>
