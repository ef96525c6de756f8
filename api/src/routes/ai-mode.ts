import {
  type AnalyzePerformanceResponse,
  analyzePerformanceBody,
  type HistoricalResponse,
  historicalBody,
  IMAGE_CATEGORY,
  type NewsSentimentResponse,
  newsSentimentBody,
} from '@propsight/shared/contracts'
import { findStatType } from '@propsight/shared/domain'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody, requireAvailableSport } from '../http/validate.ts'
import { HttpError, notFound } from '../platform/errors.ts'
import type { Run } from '../repositories/runs.ts'
import { requireRun } from '../services/accounts/runs.ts'
import { createAnalysisCache } from '../services/analysis/analysis-cache.ts'
import { type Analysis, analyzePerformance } from '../services/analysis/analyze-performance.ts'
import { playerNews } from '../services/analysis/player-news.ts'
import { collectGameLogs } from '../services/analysis/player-records.ts'
import { runPaidWork } from '../services/analysis/run-paid-work.ts'

/** `POST /api/news-sentiment` (N4): the effect of roster transactions on a run's players. Free of charge. */
export const newsSentimentRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/news-sentiment',
    limit(deps, { name: 'news-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'news', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, players } = await readBody(ctx, newsSentimentBody)
      await requireRun(deps, userOf(ctx), runId)
      ctx.body = { success: true, data: await playerNews(deps, players) } satisfies NewsSentimentResponse
    },
  )

/** Error text of the contract (N4). */
const LOGS_FAILURE = 'Failed to retrieve historical player data'

/**
 * `POST /api/historical/{sport}` (N4): the game logs of a run's players in one response; charges like the
 * stream.
 */
export const historicalRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/historical/:sport',
    limit(deps, { name: 'historical-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'historical', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      requireAvailableSport(ctx)
      const { runId, players } = await readBody(ctx, historicalBody)
      const user = userOf(ctx)
      const logs = await runPaidWork(deps, {
        user,
        run: await requireRun(deps, user, runId),
        failure: LOGS_FAILURE,
        log: ctx.state.log,
        isDisconnected: () => ctx.req.socket.destroyed,
        work: async () => {
          const collected = await collectGameLogs(deps, players)
          return collected.players > 0 ? collected : null
        },
      })
      if (!logs) throw notFound(LOGS_FAILURE)
      const { records, readAt, stale } = logs
      ctx.body = { success: true, data: { players: records, readAt, stale } } satisfies HistoricalResponse
    },
  )

/** Error text of the contract (N4). */
const ANALYSIS_FAILURE = 'Failed to generate AI analysis'
/** The specified request may contain `historicalData`, which holds the game logs of a whole board. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
/** Default of the game window, in games (N2). */
const DEFAULT_WINDOW = 10

/** Requires that the lines belong to the market that the run was paid for. @throws HttpError 403 */
function requireRunMarket({ category }: Run, stats: readonly string[]): void {
  if (category === 'All Stat Lines' || category === IMAGE_CATEGORY) return
  const name = (stat: string) => findStatType(stat)?.name ?? stat
  if (stats.some((stat) => name(stat) !== name(category)))
    throw new HttpError(403, 'RUN_REQUIRED', `This analysis was started for ${category}.`)
}

/**
 * `POST /api/analyze-performance/{sport}` (N4): ranks a run's lines and gives the reasons of each
 * recommendation.
 */
export function analyzePerformanceRoutes(deps: Deps): ApiRouter {
  const analyses = createAnalysisCache()
  return createRouter().post(
    '/api/analyze-performance/:sport',
    limit(deps, { name: 'analyze-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'analyze', points: 20, seconds: 60, by: 'user' }),
    async (ctx) => {
      requireAvailableSport(ctx)
      const {
        runId,
        extractedStats: lines,
        numPlayers: most,
        mlbWindow,
      } = await readBody(ctx, analyzePerformanceBody, { limitBytes: MAX_BODY_BYTES })
      const window = mlbWindow ?? DEFAULT_WINDOW
      const user = userOf(ctx)
      const run = await requireRun(deps, user, runId)
      requireRunMarket(
        run,
        lines.map(({ statType }) => statType),
      )
      let analysis: Analysis | undefined
      await runPaidWork(deps, {
        user,
        run,
        failure: ANALYSIS_FAILURE,
        log: ctx.state.log,
        isDisconnected: () => ctx.req.socket.destroyed,
        work: async () => {
          analysis = await analyses.of(run.id, { lines, most, window }, (withModel) =>
            analyzePerformance(deps, { lines, most, window, withModel }),
          )
          return analysis.recommendations.length > 0 ? analysis : null
        },
      })
      // When no line is recommended, the answer contains the reasons and is not charged.
      if (analysis) ctx.body = { success: true, data: { analysis } } satisfies AnalyzePerformanceResponse
    },
  )
}
