import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { HttpError } from '../platform/errors.ts'
import { createSigner } from '../platform/signer.ts'
import type { ApiContext } from './context.ts'
import { ownOrigin } from './security-headers.ts'
import { type OwnCookie, setCookie } from './set-cookie.ts'

export const ADMIN_COOKIE = 'propsight-admin'
/** From the key on; it does not grow by use. */
const SESSION_MS = 30 * 60_000
const COOKIE: OwnCookie = {
  name: ADMIN_COOKIE,
  path: '/api',
  sameSite: 'strict',
  maxAgeMs: SESSION_MS,
}
const EXPIRES = /^\d{13}$/

type CookieDeps = Pick<Deps, 'env'>

/** A purpose of this key alone: another `ADMIN_KEY` ends every session that the old one began. */
function signerOf({ env }: CookieDeps) {
  if (env.ADMIN_KEY === undefined) return null
  const key = createHash('sha256').update(env.ADMIN_KEY).digest('base64url')
  return createSigner(env.SUPABASE_SECRET_KEY, `admin session 1 ${key}`)
}

/** Begins a session of whoever showed the admin key. @returns when it ends */
export function beginAdminSession(ctx: ApiContext, deps: CookieDeps, now = Date.now()): Date {
  const expires = String(now + SESSION_MS)
  const signer = signerOf(deps)
  if (!signer) throw new Error('there is no admin key, so nobody can have shown it')
  setCookie(ctx, deps, COOKIE, `${expires}.${signer.sign(expires)}`)
  return new Date(Number(expires))
}

export const endAdminSession = (ctx: ApiContext, deps: CookieDeps): void => setCookie(ctx, deps, COOKIE, null)

/** When the session of this request ends; null for none, and for one that is forged, over or of an earlier key. */
export function adminSessionEnd(ctx: ApiContext, deps: CookieDeps, now = Date.now()): Date | null {
  const [expires = '', signature = '', ...more] = ctx.cookies.get(ADMIN_COOKIE)?.split('.') ?? []
  const isOurs = more.length === 0 && EXPIRES.test(expires) && signerOf(deps)?.verifies(expires, signature)
  return isOurs && Number(expires) > now ? new Date(Number(expires)) : null
}

/**
 * Whether a page of ours asks. `SameSite=Strict` says so too; this holds where a browser does not. Over plain http a
 * browser says neither with a GET, which changes nothing and which no other page can read.
 */
function isOwnPage(ctx: ApiContext, { env }: CookieDeps): boolean {
  const [site, origin] = [ctx.get('sec-fetch-site'), ctx.get('origin')]
  if (site !== '') return site === 'same-origin' || site === 'none'
  if (origin !== '') return origin === ownOrigin(ctx) || origin === env.PUBLIC_URL
  return ctx.method === 'GET' || ctx.method === 'HEAD'
}

/** @throws HttpError 403 for a page that is not ours */
export function refuseOtherPages(ctx: ApiContext, deps: CookieDeps): void {
  if (isOwnPage(ctx, deps)) return
  throw new HttpError(403, 'FORBIDDEN', 'Only a page of this site may use this session')
}
