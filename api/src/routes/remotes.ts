import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'

const MAX_AGE_SECONDS = 5

export const remotesRoutes = (deps: Deps): ApiRouter =>
  createRouter().get('/api/remotes', async (ctx) => {
    const { registry, etag } = await deps.releases.read()
    ctx.status = 200
    ctx.set('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}, stale-while-revalidate=30`)
    ctx.set('ETag', etag)
    if (ctx.fresh) {
      ctx.status = 304
      return
    }
    ctx.body = registry
  })
