import { syncPicksBody } from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { createForecastRecorder, syncPicks } from '../services/picks/sync-picks.ts'

/** A thousand picks, each with its games. */
const MOST_BYTES = 8 * 1024 * 1024

/** `POST /api/sync-picks` (P4): the whole pick list of a device, about two seconds after a change. */
export const syncPicksRoutes = (deps: Deps): ApiRouter => {
  const recordForecastsLater = createForecastRecorder()
  return createRouter().post(
    '/api/sync-picks',
    limit(deps, { name: 'sync-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps, 'User not authenticated'),
    limit(deps, { name: 'sync', points: 30, seconds: 60, by: 'user' }),
    async (ctx) => {
      const body = await readBody(ctx, syncPicksBody, { limitBytes: MOST_BYTES })
      ctx.body = await syncPicks({ ...deps, log: ctx.state.log }, userOf(ctx).id, body, recordForecastsLater)
    },
  )
}
