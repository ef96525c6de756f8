import type { Logger } from 'pino'
import type { Read } from '../../../platform/cache/read.ts'
import { UpstreamError } from '../../../platform/service-client/upstream-error.ts'
import { inTime } from '../forecast/in-time.ts'

/**
 * How long the rest waits for one part: as long as logs wait for forecasts. A silent service holds the pace of all
 * questions until its own time limit of 4 s; those behind it have two seconds more.
 */
export const PART_MS = 6_000

/** As the contract bounds them. */
const LONGEST_REASON = 200

/** What an answer is put together from: parts that fail leave a reason, and the others stand. */
export interface Parts {
  /** By part: why it is not there, in words for the screen. */
  readonly missing: Record<string, string>
  /** Says why a part is not there. */
  miss(part: string, reason: string): null
  /**
   * Waits for one part's answer.
   * @param part its name in `missing`
   * @returns null where it fails or takes too long; never throws
   */
  read<T>(part: string, work: Promise<Read<T>>): Promise<T | null>
  /** Of the oldest answer that figures come from. */
  age(): { readonly readAt: string; readonly stale: boolean }
  /** Counts an answer that was read elsewhere. */
  count(read: Omit<Read<unknown>, 'value'>): void
}

/**
 * Gathers one answer's parts.
 * @param first the answer without which there is nothing to show
 * @param patienceMs how long each part is waited for
 */
export function gatherParts(
  log: Logger,
  first: Omit<Read<unknown>, 'value'>,
  patienceMs: number = PART_MS,
): Parts {
  const missing: Record<string, string> = {}
  let { readAt, stale } = first
  const miss: Parts['miss'] = (part, reason) => {
    missing[part] = reason.slice(0, LONGEST_REASON)
    return null
  }
  const count: Parts['count'] = (read) => {
    if (read.readAt < readAt) readAt = read.readAt
    stale ||= read.stale
  }
  return {
    missing,
    miss,
    count,
    age: () => ({ readAt, stale }),
    async read(part, work) {
      try {
        const read = await inTime(work, patienceMs)
        if (!read) {
          log.warn({ part }, 'a player is shown without a part: it takes too long')
          return miss(part, 'The baseball stats service is not answering.')
        }
        count(read)
        return read.value
      } catch (error) {
        log.warn({ err: error, part }, 'a player is shown without a part')
        // The service's failures are written for people; ours are not.
        return miss(part, error instanceof UpstreamError ? error.message : 'It could not be worked out.')
      }
    },
  }
}
