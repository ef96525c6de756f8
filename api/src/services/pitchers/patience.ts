import type { Logger } from 'pino'
import { unavailable } from '../../platform/errors.ts'
import { inTime } from '../board/forecast/in-time.ts'

/** How long a visitor waits, in milliseconds; what is read later is in the caches when the page asks again. */
export interface Patience {
  /** For the schedule, and then for the season's logs: without them there is nothing to show. */
  readonly needed: number
  /** For the next season of the pitchers' past; a busy queue lets others go first. */
  readonly past: number
  /** For what can be done without. */
  readonly optional: number
}

export const PATIENCE: Patience = { needed: 12_000, past: 8_000, optional: 4_000 }

/** The failure of a stats service that says nothing. */
export const silence = () => unavailable('The baseball stats service')

/** @throws HttpError 503 where it takes too long, and what the work throws */
export async function needed<T>(work: Promise<T>, ms: number): Promise<T> {
  const value = await inTime(work, ms)
  if (value === null) throw silence()
  return value
}

/** Null where it fails or takes too long. @param what it is, for the log */
export const optional = <T>(log: Logger, what: string, work: Promise<T>, ms: number): Promise<T | null> =>
  inTime(work, ms).catch((error: unknown) => {
    log.warn({ err: error }, `pitchers are shown without ${what}`)
    return null
  })
