import * as z from 'zod'

/**
 * Whether a player can play, as the league's transactions tell it: `out` while he is on an injured list, the bereavement
 * list or suspended; `returned` within two weeks of coming back; `moved` within two weeks of a trade, a recall or an
 * option. Who has no such entry has no `availability`.
 */
export const availabilitySchema = z.object({
  state: z.enum(['out', 'returned', 'moved']),
  /** Few words: '10-day injured list', 'activated', 'traded', 'recalled'. */
  label: z.string().max(60),
  /** League day of the move. */
  date: z.iso.date(),
  /** The league's own sentence. */
  text: z.string().max(400),
})
export type Availability = z.infer<typeof availabilitySchema>
