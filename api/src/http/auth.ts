import { unauthorized } from '../platform/errors.ts'
import type { SignedInUser, TokenVerifier } from '../platform/token-verifier.ts'
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

export interface AuthPorts {
  readonly tokens: TokenVerifier
}

/** Verifies the bearer token if there is one, and refuses an invalid one with 401. Sets `ctx.state.user`. */
export const optionalUser =
  (deps: AuthPorts): ApiMiddleware =>
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
  (deps: AuthPorts, words?: string): ApiMiddleware =>
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
