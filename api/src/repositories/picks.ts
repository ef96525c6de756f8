import type { Pick } from '@propsight/shared/contracts'
import * as z from 'zod'
import type { DataService } from './data-service.ts'

const mergedSchema = z.object({ added: z.array(z.string()), gone: z.array(z.string()) })
export type MergedPicks = z.infer<typeof mergedSchema>

/**
 * Characters of picks per call. The data service accepts one megabyte, and a character has up to three bytes.
 */
const MAX_CALL_CHARACTERS = 300_000

/**
 * Splits the list, in its order, into groups that fit one call. A single large pick is a group of its own. A group is
 * measured when it is asked for, so that other requests run between the groups of a long list.
 */
function* splitIntoCalls(picks: readonly Pick[]): Generator<Pick[]> {
  let group: Pick[] = []
  let room = MAX_CALL_CHARACTERS
  for (const pick of picks) {
    const size = JSON.stringify(pick).length
    if (size > room && group.length > 0) {
      yield group
      group = []
      room = MAX_CALL_CHARACTERS
    }
    group.push(pick)
    room -= size
  }
  if (group.length > 0) yield group
}

export interface PicksRepository {
  /**
   * Adds the picks that the server does not have (P4). Existing picks are neither changed nor deleted. A long
   * list is added in several calls; when one fails, the picks of the earlier calls remain.
   * @returns `added`: new ids; `gone`: ids that were deleted on another device or have expired. A pick that
   * the table does not accept is in neither list
   * @throws DatabaseRefusal 401 for a deleted account, 409 above 1000 picks, 413 above 16 MB, 429 above the
   * writes of an hour
   */
  merge(userId: string, picks: readonly Pick[]): Promise<MergedPicks>
  /** Deletes tombstones of picks so old that no device can restore the pick. @returns number of tombstones */
  purgeDeleted(): Promise<number>
  /** Deletes at most `limit` expired picks. @returns their number; repeat until 0 */
  purgeExpired(limit: number): Promise<number>
}

/** Saved picks of users, through database functions. */
export const createPicksRepository = (data: DataService): PicksRepository => ({
  async merge(userId, picks) {
    const merged: MergedPicks = { added: [], gone: [] }
    for (const part of splitIntoCalls(picks)) {
      const { added, gone } = await data.rpc('merge_picks', { p_user: userId, p_picks: part }, mergedSchema)
      merged.added.push(...added)
      merged.gone.push(...gone)
    }
    return merged
  },
  purgeDeleted: () => data.rpc('forget_deleted_picks', {}, z.int()),
  purgeExpired: (limit) => data.rpc('purge_expired_picks', { p_limit: limit }, z.int()),
})
