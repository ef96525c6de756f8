import type { Deps } from '../deps.ts'
import { type ApiRouter, createRouter } from '../http/context.ts'
import { isKnown } from '../http/cache-headers.ts'
import { visitOf } from '../http/visit.ts'
import { TICKET_SECONDS } from '../services/releases/tickets.ts'

/**
 * An unchanged registry gets a new ETag in this interval, so that its ticket is renewed before it expires.
 */
const RENEW_MS = (TICKET_SECONDS * 1000) / 2

export const remotesRoutes = (deps: Deps): ApiRouter =>
  createRouter().get('/api/remotes', async (ctx) => {
    const begun = performance.now()
    const visit = await visitOf(ctx, deps)
    const etag = `"${visit.choice.fingerprint}-${Math.floor(Date.now() / RENEW_MS).toString(36)}"`
    ctx.state.timings = { registry: performance.now() - begun }
    ctx.set('Cache-Control', 'private, no-cache')
    ctx.vary('Cookie')
    ctx.set('ETag', etag)
    if (isKnown(ctx, etag)) {
      ctx.status = 304
      return
    }
    ctx.status = 200
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = visit.registry()
  })
