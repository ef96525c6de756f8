import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { HttpError } from '../platform/errors.ts'
import { createSigner } from '../platform/signer.ts'
import type { ApiContext } from './context.ts'
import { ownOrigin } from './security-headers.ts'
import { type OwnCookie, setCookie } from './set-cookie.ts'

export const ADMIN_COOKIE = 'propsight-admin'
/** Counted from the exchange of the key; use does not extend it. */
const SESSION_MS = 30 * 60_000
const COOKIE: OwnCookie = {
  name: ADMIN_COOKIE,
  path: '/api',
  sameSite: 'strict',
  maxAgeMs: SESSION_MS,
}
const EXPIRES = /^\d{13}$/

type CookieDeps = Pick<Deps, 'env'>

/** The signing purpose contains a hash of the key: a new `ADMIN_KEY` ends every session of the old one. */
function signerOf({ env }: CookieDeps) {
  if (env.ADMIN_KEY === undefined) return null
  const key = createHash('sha256').update(env.ADMIN_KEY).digest('base64url')
  return createSigner(env.SUPABASE_SECRET_KEY, `admin session 1 ${key}`)
}

/** Begins an admin session after the key was verified. @returns the end of the session */
export function beginAdminSession(ctx: ApiContext, deps: CookieDeps, now = Date.now()): Date {
  const expires = String(now + SESSION_MS)
  const signer = signerOf(deps)
  if (!signer) throw new Error('there is no admin key, so nobody can have shown it')
  setCookie(ctx, deps, COOKIE, `${expires}.${signer.sign(expires)}`)
  return new Date(Number(expires))
}

export const endAdminSession = (ctx: ApiContext, deps: CookieDeps): void => setCookie(ctx, deps, COOKIE, null)

/**
 * The end of this request's session; null without one, and for one that is forged, expired or of an earlier
 * key.
 */
export function adminSessionEnd(ctx: ApiContext, deps: CookieDeps, now = Date.now()): Date | null {
  const [expires = '', signature = '', ...more] = ctx.cookies.get(ADMIN_COOKIE)?.split('.') ?? []
  const isOurs = more.length === 0 && EXPIRES.test(expires) && signerOf(deps)?.verifies(expires, signature)
  return isOurs && Number(expires) > now ? new Date(Number(expires)) : null
}

/**
 * Whether a page of this site sends the request. `SameSite=Strict` ensures the same in browsers that support
 * it. Over plain http, browsers send neither header with a GET: it changes nothing, and no other site can
 * read the response.
 */
function isOwnPage(ctx: ApiContext, { env }: CookieDeps): boolean {
  const [site, origin] = [ctx.get('sec-fetch-site'), ctx.get('origin')]
  if (site !== '') return site === 'same-origin' || site === 'none'
  if (origin !== '') return origin === ownOrigin(ctx) || origin === env.PUBLIC_URL
  return ctx.method === 'GET' || ctx.method === 'HEAD'
}

/** @throws HttpError 403 for a request of another site's page */
export function refuseOtherPages(ctx: ApiContext, deps: CookieDeps): void {
  if (isOwnPage(ctx, deps)) return
  throw new HttpError(403, 'FORBIDDEN', 'Only a page of this site may use this session')
}
