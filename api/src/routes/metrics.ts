import type { Deps } from '../deps.ts'
import { bearerToken } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { notFound } from '../http/error.ts'
import { isLocalVisitor } from '../http/loopback.ts'
import { sameSecret } from '../http/same-secret.ts'

export const metricsRoutes = (deps: Deps): ApiRouter =>
  createRouter().get('/metrics', async (ctx) => {
    const token = bearerToken(ctx)
    const keyed = token !== null && deps.env.ADMIN_KEY !== undefined && sameSecret(token, deps.env.ADMIN_KEY)
    if (!keyed && !isLocalVisitor(ctx)) throw notFound()
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await deps.metrics.registry.metrics()
    ctx.type = deps.metrics.registry.contentType
  })
