import type { Deps } from '../deps.ts'
import type { ApiContext } from './context.ts'

/** One of our cookies: where it is sent, and for how long. */
export interface OwnCookie {
  name: string
  path: '/' | '/api'
  sameSite: 'lax' | 'strict'
  /** Without it the cookie ends with the browser's session. */
  maxAgeMs?: number
}

/** Whether the visitor's address bar says https. */
const isSecureVisit = (ctx: ApiContext, { env }: Pick<Deps, 'env'>): boolean =>
  ctx.protocol === 'https' || env.PUBLIC_URL?.startsWith('https:') === true

/** Gives a visitor a cookie that no script reads. @param value null takes it away */
export function setCookie(
  ctx: ApiContext,
  deps: Pick<Deps, 'env'>,
  { name, path, sameSite, maxAgeMs }: OwnCookie,
  value: string | null,
): void {
  const secure = isSecureVisit(ctx, deps)
  // A proxy that ends TLS need not say so: the operator did.
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
