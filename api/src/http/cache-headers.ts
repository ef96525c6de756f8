import type { ApiContext } from './context.ts'

/**
 * Whether the client has this version already. Does not use Koa's `ctx.fresh`: browsers add `Cache-Control:
 * no-cache` to a page's own If-None-Match, and Koa then treats every response as stale.
 * @param etag including the quotation marks
 */
export const isKnown = (ctx: ApiContext, etag: string): boolean =>
  ctx
    .get('if-none-match')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === etag)
