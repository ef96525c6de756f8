import type { SyncPicksResponse, SyncPicksBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../../deps.ts'
import { speakPlainly } from '../../repositories/speak-plainly.ts'
import type { PromiseLater } from './forecast-recorder.ts'
import { sentPick } from './record-forecasts.ts'

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock'> & { readonly log: Logger }

/** Ids of `pickIdSchema`, because the database returns ids of picks that passed it. */
type Ids = SyncPicksResponse['added']

/**
 * Merges a device's picks into the user's saved picks (P4). Adds missing picks, except those that expired or
 * were deleted on another device; keeps saved picks that the device lacks. Then records the forecasts of new
 * picks, with retries while the league is unavailable.
 * @returns ids of the added picks, and of picks that the device should delete
 * @throws HttpError 401 for a deleted account, 409 above the limit of saved picks
 */
export async function syncPicks(
  parts: Parts,
  userId: string,
  { picks }: SyncPicksBody,
  promiseLater: PromiseLater,
): Promise<SyncPicksResponse> {
  const merged: { added: Ids; gone: Ids } = await speakPlainly(parts.repositories.picks.merge(userId, picks))
  await promiseLater(parts, userId, picks.map(sentPick))
  return { success: true, ...merged }
}
