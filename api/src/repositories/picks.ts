import type { Pick } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

const mergedSchema = z.object({ added: z.array(z.string()), gone: z.array(z.string()) })
export type MergedPicks = z.infer<typeof mergedSchema>

export interface PicksRepository {
  /**
   * Adds the picks of a list that the server has not. What the list lacks stays, what is there stays as it is.
   * @returns `added`: ids that are new; `gone`: ids that were deleted elsewhere or have expired. One that the table
   * does not take is in neither
   * @throws DatabaseRefusal 401 for an account that is gone, 409 beyond 1000 picks
   */
  merge(userId: string, picks: readonly Pick[]): Promise<MergedPicks>
  /** Forgets deletions that no device's list can undo any more. @returns how many */
  forgetDeleted(): Promise<number>
}

/** Users' saved picks, as the server sees them. */
export const createPicksRepository = (data: DataService): PicksRepository => ({
  merge: (userId, picks) => data.rpc('merge_picks', { p_user: userId, p_picks: picks }, mergedSchema),
  forgetDeleted: () => data.rpc('forget_deleted_picks', {}, z.int()),
})
