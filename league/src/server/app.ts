import { setTimeout as delay } from 'node:timers/promises'
import { constants } from 'node:zlib'
import Koa from 'koa'
import compress from 'koa-compress'
import type { LeagueState } from './league-state.ts'
import { clubRoutes } from './stats/club-routes.ts'
import { controlRoutes } from './routes/control.ts'
import { footballRoutes } from './football-service.ts'
import { gameRoutes } from './stats/game-routes.ts'
import { peopleRoutes } from './stats/people-routes.ts'
import { playerStatsRoutes } from './stats/player-stats-routes.ts'
import { projectionRoutes } from './lines-service.ts'
import { scheduleRoutes } from './stats/schedule-routes.ts'
import { weatherRoutes } from './weather-service.ts'
import { errorBody, notFound, ServiceError } from './service-error.ts'

/** Error bodies of the services other than the stats service, by path prefix. */
const REFUSALS: readonly (readonly [string, (error: ServiceError) => object])[] = [
  ['/projections', ({ status, message }) => ({ errors: [{ status: String(status), title: message }] })],
  ['/v1/forecast', ({ message }) => ({ error: true, reason: message })],
  ['/apis/site/', ({ status, message }) => ({ code: status, message })],
]

const refusal = (error: unknown): ServiceError =>
  error instanceof ServiceError ? error : new ServiceError(500, 1, 'Internal error occurred')

/** The league's server: the paths of the stats, lines, football and weather services on one origin. */
export function createLeagueApp(state: LeagueState, log: (error: unknown) => void = console.error): Koa {
  const app = new Koa()
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
      const service = refusal(error)
      if (!(error instanceof ServiceError)) log(error)
      ctx.status = service.status
      const own = REFUSALS.find(([path]) => ctx.path.startsWith(path))
      ctx.body = own ? own[1](service) : errorBody(service, state.now())
    }
  })
  if (state.control) app.use(controlRoutes(state.control).routes())
  const stats = [peopleRoutes, playerStatsRoutes, scheduleRoutes, gameRoutes, clubRoutes]
  for (const routes of [...stats, projectionRoutes, footballRoutes, weatherRoutes]) {
    app.use(routes(state).routes())
  }
  return app
}
