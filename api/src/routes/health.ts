import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { checkHealth } from '../services/operations/health.ts'
import { checkReady } from '../services/operations/readiness.ts'

/**
 * Three questions, each for someone else. `/health`, for people and monitors: every part, 503 where the data service
 * does not answer. `/ready`, for balancers: whether to send requests here. `/health/live`, for whoever would kill and
 * replace this process: 200 for as long as it can work at all, whatever else is away, since a new one would find the
 * same.
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
