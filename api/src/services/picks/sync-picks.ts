import type { Pick, SyncPicksBody, SyncPicksResponse } from '@propsight/shared/contracts'
import { toHttpError } from '../../platform/errors.ts'
import type { MergedPicks } from '../../repositories/picks.ts'

export interface SyncPorts {
  /** Merges a list into the user's saved picks. @throws DatabaseRefusal */
  merge(userId: string, picks: readonly Pick[]): Promise<MergedPicks>
  /** Records the forecasts of new picks, now or later. Never throws. */
  recordForecasts(userId: string, picks: readonly Pick[]): Promise<void>
}

/**
 * Merges a device's picks into the user's saved picks (P4). Adds missing picks, except those that expired or
 * were deleted on another device; keeps saved picks that the device lacks. Then records the forecasts of new
 * picks.
 * @returns ids of the added picks, and of picks that the device should delete
 * @throws HttpError 401 for a deleted account, 409, 413 or 429 above the limits of number, size and writes
 */
export async function syncPicks(
  { merge, recordForecasts }: SyncPorts,
  userId: string,
  { picks }: SyncPicksBody,
): Promise<SyncPicksResponse> {
  const merged = await toHttpError(merge(userId, picks))
  await recordForecasts(userId, picks)
  return { success: true, ...merged }
}
