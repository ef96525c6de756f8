import {
  type AssessParlayResponse,
  assessParlayBody,
  type GenerateParlayResponse,
  generateParlayBody,
  MAX_SYNCED_PICKS,
  PARLAY_ALERTS,
  syncPicksBody,
} from '@propsight/shared/contracts'
import { type AuthPorts, requireUser, userOf } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { limitWork } from '../http/limit-work.ts'
import { type LimitPorts, limit } from '../http/rate-limit.ts'
import { readBody } from '../http/validate.ts'
import { createLoadOnce } from '../platform/cache/cache.ts'
import { type BuyParlaysPorts, buyParlays } from '../services/picks/parlay/buy-parlays.ts'
import { assessParlay, generateParlays } from '../services/picks/parlay/generate-parlays.ts'
import { type InsightPorts, writeInsights } from '../services/picks/parlay/insights.ts'
import type { LegPorts } from '../services/picks/parlay/legs.ts'
import { createForecastRecorder, type RecordPorts } from '../services/picks/record-forecasts.ts'
import { type SyncPorts, syncPicks } from '../services/picks/sync-picks.ts'

/** A thousand picks. One with 25 games and all its parts takes about 4 kB and has about 350 values. */
const SYNC_LIMITS = { bytes: MAX_SYNCED_PICKS * 4_096, values: MAX_SYNCED_PICKS * 400 }

/** `POST /api/sync-picks` (P4): the whole pick list of a device, about two seconds after a change. */
export const syncPicksRoutes = (
  deps: LimitPorts & AuthPorts & RecordPorts & { repositories: { picks: Pick<SyncPorts, 'merge'> } },
): ApiRouter => {
  const recordForecasts = createForecastRecorder()
  return createRouter().post(
    '/api/sync-picks',
    limit(deps, { name: 'sync-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps, 'User not authenticated'),
    limit(deps, { name: 'sync', points: 30, seconds: 60, by: 'user' }),
    limitWork(deps),
    async (ctx) => {
      const body = await readBody(ctx, syncPicksBody, SYNC_LIMITS)
      const { log } = ctx.state
      const ports: SyncPorts = {
        merge: deps.repositories.picks.merge,
        recordForecasts: (userId, picks) => recordForecasts({ ...deps, log }, userId, picks),
      }
      ctx.body = await syncPicks(ports, userOf(ctx).id, body)
    },
  )
}

/** Answers that a repeated call gets again. */
const MAX_CACHED_ANSWERS = 100
/** 500 picks. One with its three texts takes about 1 kB and has 22 values. */
const PARLAY_LIMITS = { bytes: 500 * 2_048, values: 500 * 32 }

/**
 * `POST /api/parlay/generate-parlay` (P8): up to three parlays of saved picks, for one credit. A client that
 * disconnects can get them by repeating the request with its idempotency key, and finds them in the past
 * parlays.
 */
export function generateParlayRoutes(
  deps: LimitPorts & AuthPorts & BuyParlaysPorts & LegPorts & InsightPorts,
): ApiRouter {
  const once = createLoadOnce<GenerateParlayResponse>(MAX_CACHED_ANSWERS)
  return createRouter().post(
    '/api/parlay/generate-parlay',
    limit(deps, { name: 'parlay-address', points: 60, seconds: 60, by: 'address' }),
    requireUser(deps, PARLAY_ALERTS.signedOut),
    limit(deps, { name: 'parlay', points: 10, seconds: 60, by: 'user' }),
    limitWork(deps),
    async (ctx) => {
      const body = await readBody(ctx, generateParlayBody, PARLAY_LIMITS)
      const { id } = userOf(ctx)
      const ports = { ...deps, log: ctx.state.log }
      ctx.body = await once(`${id} ${body.idempotencyKey}`, () =>
        buyParlays(ports, id, body, () =>
          generateParlays(ports, body, (parlays) => writeInsights(ports, parlays)),
        ),
      )
    },
  )
}

/** `POST /api/parlay/assess`: the figures of two to ten chosen picks. Nothing is charged or stored. */
export const assessParlayRoutes = (deps: LimitPorts & AuthPorts & LegPorts): ApiRouter =>
  createRouter().post(
    '/api/parlay/assess',
    limit(deps, { name: 'assess-address', points: 120, seconds: 60, by: 'address' }),
    requireUser(deps, PARLAY_ALERTS.signedOut),
    limit(deps, { name: 'assess', points: 60, seconds: 60, by: 'user' }),
    limitWork(deps),
    async (ctx) => {
      const body = await readBody(ctx, assessParlayBody, PARLAY_LIMITS)
      ctx.body = (await assessParlay(deps, body)) satisfies AssessParlayResponse
    },
  )
