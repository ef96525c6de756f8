import type { Pick } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

const mergedSchema = z.object({ added: z.array(z.string()), gone: z.array(z.string()) })
export type MergedPicks = z.infer<typeof mergedSchema>

/** Characters of picks in one call; the data service takes a megabyte, and a character may be three bytes. */
const CALL_CHARACTERS = 300_000

/** Groups in the order of the list, each small enough for one call; a single pick always makes one. */
function inCalls(picks: readonly Pick[]): Pick[][] {
  const calls: Pick[][] = []
  let room = 0
  for (const pick of picks) {
    const size = JSON.stringify(pick).length
    if (size > room) {
      calls.push([])
      room = CALL_CHARACTERS
    }
    calls.at(-1)?.push(pick)
    room -= size
  }
  return calls
}

export interface PicksRepository {
  /**
   * Adds the picks of a list that the server has not. What the list lacks stays, what is there stays as it is.
   * @returns `added`: ids that are new; `gone`: ids that were deleted elsewhere or have expired. One that the table
   * does not take is in neither. A long list is added in several steps: where one fails, the ones before it stay
   * @throws DatabaseRefusal 401 for an account that is gone, 409 beyond 1000 picks
   */
  merge(userId: string, picks: readonly Pick[]): Promise<MergedPicks>
  /** Forgets deletions that no device's list can undo any more. @returns how many */
  forgetDeleted(): Promise<number>
}

/** Users' saved picks, as the server sees them. */
export const createPicksRepository = (data: DataService): PicksRepository => ({
  async merge(userId, picks) {
    const merged: MergedPicks = { added: [], gone: [] }
    for (const part of inCalls(picks)) {
      const { added, gone } = await data.rpc('merge_picks', { p_user: userId, p_picks: part }, mergedSchema)
      merged.added.push(...added)
      merged.gone.push(...gone)
    }
    return merged
  },
  forgetDeleted: () => data.rpc('forget_deleted_picks', {}, z.int()),
})
