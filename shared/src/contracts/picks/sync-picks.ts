import * as z from 'zod'
import { pickIdSchema, pickSchema } from './pick.ts'

export const MOST_SYNCED_PICKS = 1_000

/**
 * Body of `POST /api/sync-picks` (P4): the full list. A pick that is missing from the list is not deleted.
 */
export const syncPicksBody = z.strictObject({ picks: z.array(pickSchema).max(MOST_SYNCED_PICKS) })
export type SyncPicksBody = z.infer<typeof syncPicksBody>

export const syncPicksAnswer = z.object({
  success: z.literal(true),
  /** Picks of the list that this call added on the server. */
  added: z.array(pickIdSchema),
  /** Picks of the list that were deleted on another device or have expired: the client removes them. */
  gone: z.array(pickIdSchema),
})
export type SyncPicksAnswer = z.infer<typeof syncPicksAnswer>
