import type { Logger } from 'pino'
import { unavailable } from '../../platform/errors.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

/** Time limits of a request, in milliseconds. Later responses fill the caches for the next request. */
export interface Patience {
  /** For the schedule, and again for the logs of the season: nothing can be shown without them. */
  readonly needed: number
  /** For the next response of an earlier season, which is requested with low priority. */
  readonly past: number
  /** For optional data. */
  readonly optional: number
}

export const PATIENCE: Patience = { needed: 12_000, past: 8_000, optional: 4_000 }

/** The error for a stats service that does not answer in time. */
export const silence = () => unavailable('The baseball stats service')

/** Waits for required data. @throws HttpError 503 after `ms` milliseconds, and what the work throws */
export async function needed<T>(work: Promise<T>, ms: number): Promise<T> {
  const value = await withTimeout(work, ms)
  if (value === null) throw silence()
  return value
}

/**
 * Waits for optional data: null if it fails or takes longer than `ms` milliseconds.
 * @param what name for the log
 */
export const optional = <T>(log: Logger, what: string, work: Promise<T>, ms: number): Promise<T | null> =>
  withTimeout(work, ms).catch((error: unknown) => {
    log.warn({ err: error }, `pitchers are shown without ${what}`)
    return null
  })
