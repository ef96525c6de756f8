import type { Logger } from 'pino'
import type { Read } from '../../../platform/cache/freshness.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { UpstreamError } from '../../../platform/service-client/upstream-error.ts'

/**
 * Timeout of one part, in ms; the same as that of the forecast context. Requests to the service are paced in
 * order: one that is never answered delays the next ones by a second, and its own timeout is 4 s.
 */
export const PART_TIMEOUT_MS = 6_000

/** Limit of the contract, in characters. */
const MAX_REASON_LENGTH = 200

/**
 * Collects the parts of an answer. A part that fails is missing with a reason, and does not affect other
 * parts.
 */
export interface DetailParts {
  /** Reason of each missing part, as a sentence for the screen. */
  readonly missing: Record<string, string>
  /** Records why a part is missing. */
  markMissing(part: string, reason: string): null
  /**
   * Waits for the answer of one part.
   * @param part its name in `missing`
   * @returns null when it fails or takes too long; never throws
   */
  read<T>(part: string, work: Promise<Read<T>>): Promise<T | null>
  /** Age of the oldest answer used. */
  age(): { readonly readAt: string; readonly stale: boolean }
  /** Includes the age of an answer that was read elsewhere. */
  includeAge(read: Omit<Read<unknown>, 'value'>): void
}

/**
 * Creates the collection of an answer's parts.
 * @param first age of the required upstream answer
 * @param timeoutMs timeout of each part
 */
export function createDetailParts(
  log: Logger,
  first: Omit<Read<unknown>, 'value'>,
  timeoutMs: number = PART_TIMEOUT_MS,
): DetailParts {
  const missing: Record<string, string> = {}
  let { readAt, stale } = first
  const markMissing: DetailParts['markMissing'] = (part, reason) => {
    missing[part] = reason.slice(0, MAX_REASON_LENGTH)
    return null
  }
  const includeAge: DetailParts['includeAge'] = (read) => {
    if (read.readAt < readAt) readAt = read.readAt
    stale ||= read.stale
  }
  return {
    missing,
    markMissing,
    includeAge,
    age: () => ({ readAt, stale }),
    async read(part, work) {
      try {
        const read = await withTimeout(work, timeoutMs)
        if (!read) {
          log.warn({ part }, 'player detail without a part: timeout')
          return markMissing(part, 'The baseball stats service is not answering.')
        }
        includeAge(read)
        return read.value
      } catch (error) {
        log.warn({ err: error, part }, 'player detail without a part: request failed')
        // Messages of UpstreamError are written for users; those of other errors are not.
        return markMissing(part, error instanceof UpstreamError ? error.message : 'It could not be computed.')
      }
    },
  }
}
