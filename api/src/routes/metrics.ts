import type { Deps } from '../deps.ts'
import { bearerToken } from '../http/auth.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { requireOperator } from '../http/deploy-auth.ts'
import { isLocalVisitor } from '../http/loopback.ts'
import { notFound } from '../platform/errors.ts'

export const metricsRoutes = (deps: Deps): ApiRouter =>
  createRouter().get('/metrics', async (ctx) => {
    if (!isLocalVisitor(ctx)) {
      if (bearerToken(ctx) === null) throw notFound()
      // Uses the same lock as deploys, so that keys cannot be guessed here either.
      await requireOperator(deps, ctx)
    }
    ctx.set('Cache-Control', 'no-store')
    ctx.body = await deps.metrics.registry.metrics()
    ctx.type = deps.metrics.registry.contentType
  })
