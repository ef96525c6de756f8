import { playerDetailBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { createCharge, requireRun } from '../services/accounts/runs.ts'
import { playerDetail } from '../services/board/player-detail/player-detail.ts'

/** `POST /api/player-detail` (N12): the data of the player detail view, for the user of an active run. */
export const playerDetailRoutes = (deps: Deps): ApiRouter =>
  createRouter().post(
    '/api/player-detail',
    limit(deps, { name: 'detail-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps),
    limit(deps, { name: 'detail', points: 40, seconds: 60, by: 'user' }),
    async (ctx) => {
      const { runId, player } = await readBody(ctx, playerDetailBody)
      const user = userOf(ctx)
      const run = await requireRun(deps, user, runId)
      const detail = await playerDetail(deps, player)
      // A detail is part of its run: free when the run is already charged, otherwise it charges the run.
      await createCharge(deps, user, run.id).make()
      ctx.body = detail
    },
  )
