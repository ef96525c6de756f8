import type { SyncPicksAnswer, SyncPicksBody } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { Deps } from '../../../deps.ts'
import { speakPlainly } from '../../../repositories/speak-plainly.ts'
import type { PromiseLater } from './promise-later.ts'
import { sentPick } from './promise-picks.ts'

type Parts = Pick<Deps, 'repositories' | 'upstream' | 'clock'> & { readonly log: Logger }

/** As `pickIdSchema`; the database answers ids that it took from such picks. */
type Ids = SyncPicksAnswer['added']

/**
 * Takes over the list of a device: what the server lacks is added, unless it was deleted elsewhere or has expired; what
 * the list lacks stays. Then the engine's word on new picks is kept; where the league cannot be asked, it is
 * asked again.
 * @throws HttpError 401 for an account that is gone, 409 beyond what may be kept
 */
export async function syncPicks(
  parts: Parts,
  userId: string,
  { picks }: SyncPicksBody,
  promiseLater: PromiseLater,
): Promise<SyncPicksAnswer> {
  const merged: { added: Ids; gone: Ids } = await speakPlainly(parts.repositories.picks.merge(userId, picks))
  await promiseLater(parts, userId, picks.map(sentPick))
  return { success: true, ...merged }
}
