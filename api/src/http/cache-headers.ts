import type { ApiContext, ApiMiddleware } from './context.ts'

/** Forbids caches to store the response: admin lists, whether an account exists, account restrictions. */
export const noStore: ApiMiddleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  await next()
}

/**
 * Whether the client has this version already. Does not use Koa's `ctx.fresh`: browsers add `Cache-Control:
 * no-cache` to a page's own If-None-Match, and Koa then treats every response as stale.
 * @param etag including the quotation marks
 */
export const matchesEtag = (ctx: ApiContext, etag: string): boolean =>
  ctx
    .get('if-none-match')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === etag)
