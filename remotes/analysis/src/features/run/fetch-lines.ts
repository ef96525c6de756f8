import { type ApiClient, type FetchLinesAnswer, fetchLinesAnswer } from '@propsight/shared/contracts'
import { aiLinesLimit, isPitcherCategory, quickLinesLimit } from '@propsight/shared/domain'
import { read } from '../../config/read.ts'
import type { RunRequest } from '../../state/run.ts'

/** The book and the state that lines are asked for (2 §9). */
const BOOK = 'prizepicks'
const SPORT = 'MLB'
const STATE = 'CA'

/** How many lines a mode asks for (2 §9): AI mode few, since each is looked at and written about. */
const linesLimit = ({ feature, category, topPicks }: RunRequest): number =>
  feature === 'ai' ? aiLinesLimit(topPicks) : quickLinesLimit(isPitcherCategory(category))

/** The book's lines for a run, as many as its mode asks for or `limit`. @throws ApiError, or an Error in words where the answer cannot be read */
export async function fetchLines(
  api: ApiClient,
  request: RunRequest,
  runId: string,
  signal: AbortSignal,
  limit = linesLimit(request),
): Promise<FetchLinesAnswer> {
  const { category, oddsType } = request
  const query = { book: BOOK, sport: SPORT, state: STATE, category, limit, oddsType, runId }
  return read(fetchLinesAnswer, await api.json('/api/fetch-lines', { query, signal }))
}
