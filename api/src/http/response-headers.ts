import { createHash } from 'node:crypto'
import type { ApiEnv } from '../platform/config/env.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'

export interface CookiePorts {
  readonly env: Pick<ApiEnv, 'PUBLIC_URL'>
}

/** A cookie of this site: its path and its lifetime. */
export interface OwnCookie {
  name: string
  path: '/' | '/api'
  sameSite: 'lax' | 'strict'
  /** Without it, the cookie ends with the browser session. */
  maxAgeMs?: number
}

/** Whether the visitor uses https. */
const isSecureVisit = (ctx: ApiContext, { env }: CookiePorts): boolean =>
  ctx.protocol === 'https' || env.PUBLIC_URL?.startsWith('https:') === true

/** Sets an HttpOnly cookie. @param value null deletes the cookie */
export function setCookie(
  ctx: ApiContext,
  deps: CookiePorts,
  { name, path, sameSite, maxAgeMs }: OwnCookie,
  value: string | null,
): void {
  const secure = isSecureVisit(ctx, deps)
  // A proxy that terminates TLS may send no header for it; `PUBLIC_URL` declares it then.
  ctx.cookies.secure = secure
  ctx.cookies.set(name, value, {
    httpOnly: true,
    sameSite,
    path,
    secure,
    overwrite: true,
    ...(value === null || maxAgeMs === undefined ? {} : { maxAge: maxAgeMs }),
  })
}

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

/** Answers with a JSON text that never changes while the API runs, or with 304 where the client has it. */
export function constantJson(body: string, maxAgeSeconds: number): ApiMiddleware {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return (ctx) => {
    ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`)
    ctx.set('ETag', etag)
    if (matchesEtag(ctx, etag)) {
      ctx.status = 304
      return
    }
    ctx.type = 'application/json; charset=utf-8'
    ctx.body = body
  }
}
