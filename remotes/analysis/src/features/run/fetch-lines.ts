import { type ApiClient, type FetchLinesResponse, fetchLinesResponse } from '@propsight/shared/contracts'
import { aiLinesLimit, isPitcherMarket, quickLinesLimit } from '@propsight/shared/domain'
import { read } from '../../config/parse-response.ts'
import type { RunRequest } from '../../state/run.ts'

/** Book, sport and US state of the lines request (N8). */
const BOOK = 'prizepicks'
const SPORT = 'MLB'
const STATE = 'CA'

/** Limit of the lines request (N8). AI mode requests few lines, since each one is analyzed and described. */
const linesLimit = ({ feature, category, topPicks }: RunRequest): number =>
  feature === 'ai' ? aiLinesLimit(topPicks) : quickLinesLimit(isPitcherMarket(category))

/**
 * Fetches the book's lines for a run.
 * @param limit maximum number of lines, by default that of the mode
 * @throws ApiError, or an Error with a message for the user if the response is invalid
 */
export async function fetchLines(
  api: ApiClient,
  request: RunRequest,
  runId: string,
  signal: AbortSignal,
  limit = linesLimit(request),
): Promise<FetchLinesResponse> {
  const { category, oddsType } = request
  const query = { book: BOOK, sport: SPORT, state: STATE, category, limit, oddsType, runId }
  return read(fetchLinesResponse, await api.json('/api/fetch-lines', { query, signal }))
}
