import type { Deps } from '../../deps.ts'
import type { HealthAnswer } from './info.ts'

/**
 * Time without an answer of the data service after which this instance is not ready. A single late answer
 * does not count: taking a busy instance out of rotation would shift its load to the other instances.
 */
const PATIENCE_MS = 6_000

/**
 * Creates the readiness check. An instance is ready from the first answer of the data service until the
 * signal to stop, except while the data service has been unavailable for 6 s.
 * @param check health check, see `checkHealth`
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
