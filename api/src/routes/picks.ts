import {
  type GenerateParlayResponse,
  generateParlayBody,
  PARLAY_ALERTS,
  syncPicksBody,
} from '@propsight/shared/contracts'
import type { Deps } from '../deps.ts'
import { requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { createLoadOnce } from '../platform/cache/cache.ts'
import { buyParlays } from '../services/picks/parlay/buy-parlays.ts'
import { createForecastRecorder, syncPicks } from '../services/picks/sync-picks.ts'

/** A thousand picks, each with its games. */
const MAX_SYNC_BYTES = 8 * 1024 * 1024

/** `POST /api/sync-picks` (P4): the whole pick list of a device, about two seconds after a change. */
export const syncPicksRoutes = (deps: Deps): ApiRouter => {
  const recordForecastsLater = createForecastRecorder()
  return createRouter().post(
    '/api/sync-picks',
    limit(deps, { name: 'sync-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps, 'User not authenticated'),
    limit(deps, { name: 'sync', points: 30, seconds: 60, by: 'user' }),
    async (ctx) => {
      const body = await readBody(ctx, syncPicksBody, { limitBytes: MAX_SYNC_BYTES })
      ctx.body = await syncPicks({ ...deps, log: ctx.state.log }, userOf(ctx).id, body, recordForecastsLater)
    },
  )
}

/** Answers that a repeated call gets again. */
const MAX_CACHED_ANSWERS = 100
/** 500 picks with the longest texts that the contract allows. */
const MAX_PARLAY_BYTES = 6 * 1024 * 1024

/**
 * `POST /api/parlay/generate-parlay` (P8): up to three parlays of saved picks, for one credit. A client that
 * disconnects can get them by repeating the request with its idempotency key, and finds them in the past
 * parlays.
 */
export function generateParlayRoutes(deps: Deps): ApiRouter {
  const once = createLoadOnce<GenerateParlayResponse>(MAX_CACHED_ANSWERS)
  return createRouter().post(
    '/api/parlay/generate-parlay',
    limit(deps, { name: 'parlay-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps, PARLAY_ALERTS.signedOut),
    limit(deps, { name: 'parlay', points: 10, seconds: 60, by: 'user' }),
    async (ctx) => {
      const body = await readBody(ctx, generateParlayBody, { limitBytes: MAX_PARLAY_BYTES })
      const { id } = userOf(ctx)
      const { log } = ctx.state
      ctx.body = await once(`${id} ${body.idempotencyKey}`, () => buyParlays({ ...deps, log }, id, body))
    },
  )
}
