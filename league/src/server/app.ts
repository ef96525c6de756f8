import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { constants } from 'node:zlib'
import Router from '@koa/router'
import Koa from 'koa'
import compress from 'koa-compress'
import * as z from 'zod'
import { badRequest, errorBody, notFound, ServiceError } from './answer.ts'
import type { LeagueState, MovableClock } from './league-state.ts'
import { projectionRoutes } from './lines-service.ts'
import { oddsErrorBody } from './odds/odds-errors.ts'
import { oddsRoutes } from './odds/odds-routes.ts'
import { clubRoutes } from './stats/club-routes.ts'
import { gameRoutes } from './stats/game-routes.ts'
import { peopleRoutes, playerStatsRoutes } from './stats/people-routes.ts'
import { scheduleRoutes } from './stats/schedule-routes.ts'
import { weatherRoutes } from './weather-service.ts'

const bodySchema = z.union([
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
  z.strictObject({ advanceMinutes: z.number().min(-525_600).max(525_600) }),
])

const parseBody = (body: string): z.infer<typeof bodySchema> => {
  try {
    return bodySchema.parse(JSON.parse(body))
  } catch {
    throw badRequest('Give { "now": "<instant>" } or { "advanceMinutes": <number> }')
  }
}

/** `PUT /control/clock`, for tests only: sets the league's clock, or moves it by a number of minutes. */
export function controlRoutes(clock: MovableClock): Router {
  const router = new Router()
  router.put('/control/clock', async (ctx) => {
    const body = parseBody(await text(ctx.req))
    const instant =
      'now' in body ? Date.parse(body.now) : clock.now().getTime() + body.advanceMinutes * 60_000
    clock.moveTo(new Date(instant))
    ctx.body = { now: clock.now().toISOString(), today: clock.today() }
  })
  return router
}

/** Error bodies of the services other than the stats service, by path prefix. */
const ERROR_BODIES: readonly (readonly [string, (error: ServiceError) => object])[] = [
  ['/projections', ({ status, message }) => ({ errors: [{ status: String(status), title: message }] })],
  ['/v1/forecast', ({ message }) => ({ error: true, reason: message })],
  ['/apis/site/', ({ status, message }) => ({ code: status, message })],
  ['/v4/', oddsErrorBody],
]

const toServiceError = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError(500, 1, 'Internal error occurred')

/** Codes of the errors of a response whose client has disconnected. */
const DISCONNECTED = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])

/** The league's server: the paths of the stats, lines, odds, football and weather services on one origin. */
export function createLeagueApp(state: LeagueState, log: (error: unknown) => void = console.error): Koa {
  const app = new Koa()
  app.on('error', (error: NodeJS.ErrnoException) => {
    if (!DISCONNECTED.has(error.code ?? '')) log(error)
  })
  // Fastest compression levels, because the client is on the same machine.
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
  app.use(compress({ threshold: 2048, gzip: { level: 1 }, br: fast, deflate: { level: 1 } }))
  app.use(async (ctx, next) => {
    if (state.latencyMs > 0) await delay(state.latencyMs)
    const fault = state.faults.find(({ path, times }) => times > 0 && ctx.path.startsWith(path))
    try {
      if (fault) {
        fault.times--
        throw new ServiceError(fault.status, fault.status === 404 ? 10 : 1, 'Internal error occurred')
      }
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw notFound()
    } catch (error) {
      const service = toServiceError(error)
      if (!(error instanceof ServiceError)) log(error)
      ctx.status = service.status
      const format = ERROR_BODIES.find(([path]) => ctx.path.startsWith(path))
      ctx.body = format ? format[1](service) : errorBody(service, state.now())
    }
  })
  if (state.control) app.use(controlRoutes(state.control).routes())
  const stats = [peopleRoutes, playerStatsRoutes, scheduleRoutes, gameRoutes, clubRoutes]
  for (const routes of [...stats, projectionRoutes, oddsRoutes, weatherRoutes]) {
    app.use(routes(state).routes())
  }
  for (const { routes } of state.sports) app.use(routes(state.now).routes())
  return app
}
