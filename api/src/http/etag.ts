import type { ApiContext } from './context.ts'

/**
 * Whether the caller has this answer already. By hand: browsers send `Cache-Control: no-cache` beside a page's own
 * If-None-Match, which Koa takes at its word.
 * @param etag with its quotation marks
 */
export const isKnown = (ctx: ApiContext, etag: string): boolean =>
  ctx
    .get('if-none-match')
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === etag)
