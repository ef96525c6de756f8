import type { Logger } from 'pino'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { unavailable } from '../../platform/errors.ts'

/** Time limits of a request, in milliseconds. Later responses fill the caches for the next request. */
export interface TimeLimits {
  /** For the schedule, and again for the logs of the season: nothing can be shown without them. */
  readonly needed: number
  /** For the next response of an earlier season, which is requested with low priority. */
  readonly past: number
  /** For optional data. */
  readonly optional: number
}

export const TIME_LIMITS: TimeLimits = { needed: 12_000, past: 8_000, optional: 4_000 }

/** The error for a stats service that does not answer in time. */
export const noAnswerError = () => unavailable('The baseball stats service')

/**
 * Waits for optional data: null if it fails or takes longer than `ms` milliseconds.
 * @param what name for the log
 */
export const optional = <T>(log: Logger, what: string, work: Promise<T>, ms: number): Promise<T | null> =>
  withTimeout(work, ms).catch((error: unknown) => {
    log.warn({ err: error }, `pitchers are shown without ${what}`)
    return null
  })

/**
 * Yields the items that arrive within `ms` milliseconds from now; later items are ignored.
 * @throws what the source throws within that time
 */
export async function* takeUntil<T>(items: AsyncIterable<T>, ms: number): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  const endsAt = performance.now() + ms
  for (;;) {
    const next = await withTimeout(iterator.next(), Math.max(0, endsAt - performance.now()))
    if (!next || next.done) return
    yield next.value
  }
}
