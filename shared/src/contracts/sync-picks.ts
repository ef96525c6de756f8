import * as z from 'zod'
import { pickIdSchema, pickSchema } from './pick.ts'

export const MOST_SYNCED_PICKS = 1_000

/** Body of `POST /api/sync-picks` (specification 1 §7): the full list. Absence deletes nothing. */
export const syncPicksBody = z.strictObject({ picks: z.array(pickSchema).max(MOST_SYNCED_PICKS) })
export type SyncPicksBody = z.infer<typeof syncPicksBody>

export const syncPicksAnswer = z.object({
  success: z.literal(true),
  /** Picks of the list that the server had not and has now. */
  added: z.array(pickIdSchema),
  /** Picks of the list that were deleted elsewhere, or have expired: the caller drops them. */
  gone: z.array(pickIdSchema),
})
export type SyncPicksAnswer = z.infer<typeof syncPicksAnswer>
