import { type HistoricalResponse, historicalBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { requireOpenSport } from '../http/open-sport.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { notFound } from '../platform/errors.ts'
import { requireRun } from '../services/accounts/runs.ts'
import { collectGameLogs } from '../services/analysis/player-records.ts'
import { runPaidWork } from '../services/analysis/run-paid-work.ts'

/** Error text of the contract (N4). */
const FAILURE = 'Failed to retrieve historical player data'

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
      requireOpenSport(ctx)
      const { runId, players } = await readBody(ctx, historicalBody)
      const user = userOf(ctx)
      const logs = await runPaidWork(deps, {
        user,
        run: await requireRun(deps, user, runId),
        failure: FAILURE,
        log: ctx.state.log,
        isDisconnected: () => ctx.req.socket.destroyed,
        work: async () => {
          const collected = await collectGameLogs(deps, players)
          return collected.players > 0 ? collected : null
        },
      })
      if (!logs) throw notFound(FAILURE)
      const { records, readAt, stale } = logs
      ctx.body = { success: true, data: { players: records, readAt, stale } } satisfies HistoricalResponse
    },
  )
