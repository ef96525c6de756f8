import {
  type AnalyzePerformanceResponse,
  analyzePerformanceBody,
  type HistoricalResponse,
  historicalBody,
  type NewsSentimentResponse,
  newsSentimentBody,
} from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { recordLine } from '../http/ndjson.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readBody, requireAvailableSport, type SportPorts } from '../http/validate.ts'
import { runSlice } from '../platform/concurrency/event-loop.ts'
import { HttpError, notFound } from '../platform/errors.ts'
import { UpstreamError } from '../platform/service-client/upstream-error.ts'
import { coverLines, coverNames, coverPlayers, type ScopePorts } from '../services/accounts/run-scope.ts'
import { type RunPorts, requirePaidRun } from '../services/accounts/runs.ts'
import { createAnalysisCache } from '../services/analysis/analysis-cache.ts'
import { analyzePerformance } from '../services/analysis/analyze-performance.ts'
import { playerNews } from '../services/analysis/player-news.ts'
import { collectGameLogs } from '../services/analysis/player-records.ts'
import { scopeRecord } from '../services/board/game-logs.ts'

function toClientError(error: unknown, failure: string): HttpError {
  if (!(error instanceof HttpError)) return new HttpError(500, 'INTERNAL', failure, { cause: error })
  const { status, code, headers } = error
  // The 4xx status of an upstream service does not describe the client's request.
  return status >= 500
    ? new HttpError(status, code, failure, { headers, cause: error })
    : new HttpError(503, 'UPSTREAM_UNAVAILABLE', failure, { headers, cause: error })
}

/**
 * Whether the error refuses the client's request, as opposed to a failure of the server or of an upstream.
 */
const isRefusal = (error: unknown) =>
  error instanceof HttpError && error.status < 500 && !(error instanceof UpstreamError)

/**
 * Runs the work of a paid run. The run stays paid when the work fails: the client repeats the request at no
 * cost.
 * @param failure message for the client when the server failed (N4)
 * @throws HttpError with the message `failure` when the server failed; refusals unchanged
 */
export async function withFailureText<T>(failure: string, log: Logger, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isRefusal(error)) throw error
    log.error({ err: error }, failure)
    throw toClientError(error, failure)
  }
}

type PaidPorts = LimitPorts & AuthPorts & RunPorts & ScopePorts

/** `POST /api/news-sentiment` (N4): the effect of roster transactions on a run's players. Free of charge. */
export const newsSentimentRoutes = (deps: PaidPorts & Parameters<typeof playerNews>[0]): ApiRouter =>
  createRouter().post(
    '/api/news-sentiment',
    limit(deps, { name: 'news-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limitWork(deps),
    async (ctx) => {
      const { runId, players } = await readBody(ctx, newsSentimentBody)
      const run = await requirePaidRun(deps, userOf(ctx), runId)
      await coverNames(deps, run, players)
      const data = await playerNews(deps, players, run.category)
      ctx.body = { success: true, data } satisfies NewsSentimentResponse
    },
  )

/** Error text of the contract (N4). */
const LOGS_FAILURE = 'Failed to retrieve historical player data'

/** The JSON of a `HistoricalResponse` from that of its players. */
function historicalJson(
  players: readonly Buffer[],
  age: Omit<HistoricalResponse['data'], 'players'>,
): Buffer {
  const comma = Buffer.from(',')
  const list = players.flatMap((player, at) => (at > 0 ? [comma, player] : [player]))
  const end = `],${JSON.stringify(age).slice(1)}}`
  return Buffer.concat([Buffer.from('{"success":true,"data":{"players":['), ...list, Buffer.from(end)])
}

/** `POST /api/historical/{sport}` (N4): the game logs of a paid run's players in one response. */
export const historicalRoutes = (
  deps: PaidPorts & SportPorts & Parameters<typeof collectGameLogs>[0],
): ApiRouter =>
  createRouter().post(
    '/api/historical/:sport',
    limit(deps, { name: 'historical-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limitWork(deps),
    async (ctx) => {
      requireAvailableSport(deps, ctx)
      const body = await readBody(ctx, historicalBody)
      const run = await requirePaidRun(deps, userOf(ctx), body.runId)
      const marketsOf = await coverPlayers(deps, run, body.players)
      const logs = await withFailureText(LOGS_FAILURE, ctx.state.log, () =>
        collectGameLogs(deps, body.players),
      )
      if (logs.players === 0) throw notFound(LOGS_FAILURE)
      const { readAt, stale } = logs
      // Bytes and a slice for each player: as one text, megabytes of games would block other requests.
      const players: Buffer[] = []
      for (const record of logs.records)
        players.push(await runSlice(() => recordLine(scopeRecord(record, marketsOf(record)))))
      ctx.type = 'application/json'
      ctx.body = historicalJson(players, { readAt, stale })
    },
  )

/** Error text of the contract (N4). */
const ANALYSIS_FAILURE = 'Failed to generate AI analysis'
/** Default of the game window, in games (N2). */
const DEFAULT_WINDOW = 10

/**
 * `POST /api/analyze-performance/{sport}` (N4): ranks lines of a paid run and gives the reasons of each
 * recommendation.
 */
export function analyzePerformanceRoutes(
  deps: PaidPorts & SportPorts & Parameters<typeof analyzePerformance>[0],
): ApiRouter {
  const analyses = createAnalysisCache()
  return createRouter().post(
    '/api/analyze-performance/:sport',
    limit(deps, { name: 'analyze-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limitWork(deps),
    async (ctx) => {
      requireAvailableSport(deps, ctx)
      const {
        runId,
        extractedStats: lines,
        numPlayers: most,
        mlbWindow,
        books = null,
      } = await readBody(ctx, analyzePerformanceBody)
      const window = mlbWindow ?? DEFAULT_WINDOW
      const run = await requirePaidRun(deps, userOf(ctx), runId)
      await coverLines(deps, run, lines)
      const analysis = await withFailureText(ANALYSIS_FAILURE, ctx.state.log, () =>
        analyses.of(run.id, { lines, most, window, books }, (withModel) =>
          analyzePerformance(deps, { lines, most, window, books, withModel }),
        ),
      )
      ctx.body = { success: true, data: { analysis } } satisfies AnalyzePerformanceResponse
    },
  )
}
