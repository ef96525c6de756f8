import { randomUUID } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { ApiContext } from './context.ts'
import { type OwnCookie, setCookie } from './set-cookie.ts'

const YEAR_MS = 31_536_000_000
const VISITOR_COOKIE: OwnCookie = {
  name: 'propsight-visitor',
  path: '/',
  sameSite: 'lax',
  maxAgeMs: YEAR_MS,
}
const OVERRIDE_COOKIE: OwnCookie = { name: 'propsight-override', path: '/', sameSite: 'lax' }
const VISITOR = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/**
 * The random visitor id in the request's cookie, or null without a valid one. It does not identify a user.
 */
function knownVisitor(ctx: ApiContext): string | null {
  const id = ctx.cookies.get(VISITOR_COOKIE.name)
  return id !== undefined && VISITOR.test(id) ? id : null
}

/** The visitor id of a request. A new visitor gets a cookie, which does not change on sign-in or sign-out. */
export function visitorOf(ctx: ApiContext, deps: Pick<Deps, 'env'>): string {
  const known = knownVisitor(ctx)
  if (known) return known
  const id = randomUUID()
  setCookie(ctx, deps, VISITOR_COOKIE, id)
  return id
}

export const overrideCookie = (ctx: ApiContext): string | undefined => ctx.cookies.get(OVERRIDE_COOKIE.name)

/** Sets the override cookie, which ends with the browser session; null deletes it. */
export const setOverrideCookie = (ctx: ApiContext, deps: Pick<Deps, 'env'>, sealed: string | null): void =>
  setCookie(ctx, deps, OVERRIDE_COOKIE, sealed)
