import type { Deps } from '../deps.ts'
import { type ApiContext, type ApiRouter, createRouter } from '../http/context.ts'
import { visitOf } from '../http/visit.ts'
import { TICKET_SECONDS } from '../services/tickets.ts'

/** A registry that stays the same is answered afresh in time for its ticket to be renewed. */
const RENEW_MS = (TICKET_SECONDS * 1000) / 2

/** By hand: browsers send `Cache-Control: no-cache` beside a page's own If-None-Match, which Koa takes at its word. */
const isKnown = (ctx: ApiContext, etag: string) =>
  ctx
    .get('if-none-match')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === etag)

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
