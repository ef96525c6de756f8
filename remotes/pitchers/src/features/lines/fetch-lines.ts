import type { ApiClient } from '@propsight/shared/contracts'
import { pause } from '../../config/pause.ts'
import { type LineMap, PREFERRED_TIER } from '../../scoring/line-map.ts'
import { LINES_RETRIES, linesRetryDelayMs } from '../../scoring/lines-retry.ts'
import { readLines } from './read-lines.ts'

/** What is asked of the book (specification 2 §7). */
const BOOK = 'prizepicks'
const SPORT = 'MLB'
const LIMIT = 50
/** A book that says nothing for this long is asked again. */
const LINES_TIMEOUT_MS = 30_000

/**
 * The preferred tier's lines of a category. Four retries: 2 s, doubling up to 20 s, and a little at random.
 * @throws ApiError, Error for an answer in neither form, or the signal's reason
 */
export async function fetchLines(api: ApiClient, category: string, signal: AbortSignal): Promise<LineMap> {
  const query = { book: BOOK, sport: SPORT, category, limit: LIMIT, oddsType: PREFERRED_TIER }
  for (let retry = 1; ; retry += 1) {
    try {
      return readLines(
        await api.json('/api/fetch-lines', { query, signal, timeoutMs: LINES_TIMEOUT_MS }),
        category,
      )
    } catch (error) {
      if (signal.aborted || retry > LINES_RETRIES) throw error
      await pause(linesRetryDelayMs(retry, Math.random()), signal)
    }
  }
}
