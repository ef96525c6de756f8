import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { checkHealth, checkReady } from '../services/operations/health.ts'

/**
 * Three health endpoints. `/health` (N13), for people and monitors: the state of every dependency, 503 when
 * the data service is down. `/ready`, for load balancers: whether to send requests to this instance.
 * `/health/live`, for process supervisors: 200 while the process responds, even when a dependency is down,
 * since a restart would not help.
 */
export const healthRoutes = (deps: Deps): ApiRouter => {
  const check = checkHealth(deps)
  const isReady = checkReady(deps, check)
  return createRouter()
    .get('/health', async (ctx) => {
      const health = await check()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = health.status === 'down' ? 503 : 200
      ctx.body = health
    })
    .get('/health/live', (ctx) => {
      ctx.set('Cache-Control', 'no-store')
      ctx.body = { live: true }
    })
    .get('/ready', async (ctx) => {
      const ready = await isReady()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = ready ? 200 : 503
      ctx.body = { ready }
    })
}
