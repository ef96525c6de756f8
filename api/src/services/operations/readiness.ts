import type { Deps } from '../../deps.ts'
import type { HealthAnswer } from './info-contract.ts'

/**
 * A data service that does not answer for so long is away, as seen from here. A single late answer is a busy moment: if
 * that took an instance out of the rotation, its share would make the others late as well.
 */
const PATIENCE_MS = 6_000

/**
 * Whether requests should be sent here: from the first good answer of the data service until the signal to stop, but for
 * times when it is away.
 * @param check of every part, as `checkHealth` makes it
 * @param now monotonic milliseconds
 */
export function checkReady(
  { isStopping }: Pick<Deps, 'isStopping'>,
  check: () => Promise<Pick<HealthAnswer, 'status'>>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let lastGood = Number.NEGATIVE_INFINITY
  return async () => {
    if (isStopping()) return false
    if ((await check()).status !== 'down') lastGood = now()
    return now() - lastGood < PATIENCE_MS
  }
}
