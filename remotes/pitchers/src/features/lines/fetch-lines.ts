import type { ApiClient } from '@propsight/shared/contracts'
import { pause } from '../../config/retry-delay.ts'
import { type LineMap, PREFERRED_TIER } from '../../scoring/line-map.ts'
import { LINES_RETRIES, linesRetryDelayMs } from '../../scoring/lines-retry.ts'
import { readLines } from './read-lines.ts'

/** Parameters of the lines request (H5). */
const BOOK = 'prizepicks'
const SPORT = 'MLB'
const LIMIT = 50
/** Time limit of one request, ms. */
const LINES_TIMEOUT_MS = 30_000

/**
 * Requests the lines of a market at the preferred odds type (goblin). Four retries: 2 s, doubling up to 20 s,
 * plus jitter (H5).
 * @throws ApiError; Error for a response in neither form; the signal's reason on abort
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
