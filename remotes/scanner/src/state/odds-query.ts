import { isApiError, readResponse } from '@propsight/shared/client'
import {
  countSkipped,
  type OddsResponse,
  oddsHistoryResponse,
  oddsResponse,
  oddsUnchanged,
  type ShellApi,
} from '@propsight/shared/contracts'
import type { SportCode } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import type { QueryFunctionContext } from '@tanstack/react-query'

/** Interval of reading the prices again while they are visible. Milliseconds. */
export const REFRESH_MS = 30_000
/** Prices stay in memory for as long as a quote counts as current. Milliseconds. */
const KEEP_MS = 30 * 60_000
const NO_SOURCE = 'NO_ODDS_SOURCE'

/** Whether a failure means that this installation has no odds, which a retry does not change. */
export const isWithoutSource = (error: unknown): boolean => isApiError(error) && error.code === NO_SOURCE

export interface BoardRequest {
  /** League day; null for the current one. */
  day: string | null
  /** Absent for the sport of `stat`. */
  sport?: SportCode
  /** Live run whose market gets the engine's probabilities; null for prices only. */
  runId: string | null
  /** The only market to read; null for all. */
  stat: string | null
}

/** The odds board of a day, with the difference of clocks. */
export interface OddsBoard extends OddsResponse {
  /**
   * How far the league's clock is ahead of the browser's, milliseconds. All instants of a board are league time, which
   * differs from the browser's with a sample or replayed league.
   */
  ahead: number
  /** Number of props that could not be read. */
  unread: number
}

/** Key of the odds board in the page's query client. */
export function oddsKey({ day, sport, runId, stat }: BoardRequest): readonly unknown[] {
  return ['odds', 'board', day, sport, runId, stat]
}

/** Time until the next read: none without a source of odds, which a repeated request would not change. */
export const refreshInterval = ({ state }: { state: { error: unknown } }): number | false =>
  isWithoutSource(state.error) ? false : REFRESH_MS

/** Whether an answer has a list of prices, readable or not. One without it is that of an unchanged board. */
const hasProps = (answer: unknown): boolean =>
  z.object({ props: z.array(z.unknown()) }).safeParse(answer).success

/**
 * The query of the odds board: the prices of one league day. Unchanged props keep their identity. An unchanged board is
 * not transferred again.
 */
export const oddsOptions = (api: ShellApi['api'], request: BoardRequest) => ({
  queryKey: oddsKey(request),
  queryFn: async ({
    signal,
    client,
  }: Pick<QueryFunctionContext, 'signal' | 'client'>): Promise<OddsBoard> => {
    const { day, sport, runId, stat } = request
    const last = client.getQueryData<OddsBoard>(oddsKey(request))
    const after = last?.version ?? undefined
    const query = { day: day ?? undefined, sport, runId: runId ?? undefined, stat: stat ?? undefined, after }
    const sent = await api.json('/api/odds', { query, signal })
    const aheadOf = (asOf: string) => Date.parse(asOf) - Date.now()
    if (hasProps(sent)) {
      const { value, skipped } = readResponse(oddsResponse, sent)
      return { ...value, ahead: aheadOf(value.asOf), unread: countSkipped(skipped, 'props') }
    }
    const { value } = readResponse(oddsUnchanged, sent)
    if (!last) throw new Error('The server’s answer has no prices.')
    const { events, books, props, unread } = last
    return { ...value, events, books, props, unread, ahead: aheadOf(value.asOf) }
  },
  staleTime: REFRESH_MS,
  gcTime: KEEP_MS,
  // An offline browser reports the failure, instead of waiting without a sign.
  networkMode: 'always' as const,
})

/** The query of all prices of one prop since it was first read. */
export const historyOptions = (api: ShellApi['api'], propId: string) => ({
  queryKey: ['odds', 'history', propId],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const sent = await api.json('/api/odds/history', { query: { propId }, signal })
    const { value, skipped } = readResponse(oddsHistoryResponse, sent)
    return { ...value, unread: countSkipped(skipped) }
  },
  staleTime: REFRESH_MS,
  networkMode: 'always' as const,
})
