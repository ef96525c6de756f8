import type { Deps } from '../deps.ts'
import { unauthorized } from '../platform/errors.ts'
import type { SignedInUser } from '../platform/token-verifier.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'

const bearer = /^Bearer ([\w.~+/-]+=*)$/i

/**
 * The bearer token of the request, or null without an Authorization header.
 * @throws HttpError 401 when malformed
 */
export function bearerToken(ctx: ApiContext): string | null {
  const header = ctx.get('authorization')
  if (header === '') return null
  const token = bearer.exec(header)?.[1]
  if (token === undefined) throw unauthorized()
  return token
}

/** Verifies the bearer token if there is one, and refuses an invalid one with 401. Sets `ctx.state.user`. */
export const optionalUser =
  (deps: Pick<Deps, 'tokens'>): ApiMiddleware =>
  async (ctx, next) => {
    const token = bearerToken(ctx)
    if (token !== null) ctx.state.user = await deps.tokens.verify(token)
    await next()
  }

/**
 * Refuses with 401 unless the request has a valid token. Sets `ctx.state.user`.
 * @param words message for a request without a token
 */
export const requireUser =
  (deps: Pick<Deps, 'tokens'>, words?: string): ApiMiddleware =>
  async (ctx, next) => {
    const token = bearerToken(ctx)
    if (token === null) throw unauthorized(words)
    ctx.state.user = await deps.tokens.verify(token)
    await next()
  }

/** The user that `requireUser` has verified. @throws HttpError 401 for a request without a user */
export function userOf(ctx: ApiContext): SignedInUser {
  if (!ctx.state.user) throw unauthorized()
  return ctx.state.user
}
