import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { checkHealth } from '../services/health.ts'

export const healthRoutes = (deps: Deps): ApiRouter => {
  const check = checkHealth(deps)
  return createRouter()
    .get('/health', async (ctx) => {
      const health = await check()
      ctx.set('Cache-Control', 'no-store')
      ctx.status = health.status === 'down' ? 503 : 200
      ctx.body = health
    })
    .get('/ready', async (ctx) => {
      const ready = !deps.isStopping() && (await check()).status !== 'down'
      ctx.set('Cache-Control', 'no-store')
      ctx.status = ready ? 200 : 503
      ctx.body = { ready }
    })
}
