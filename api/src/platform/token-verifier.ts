import { hash } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod'
import type { SignedInUser } from '../http/context.ts'
import { unauthorized, unavailable } from './errors.ts'

const MAX_CACHED_TOKENS = 10_000
const MAX_TOKEN_CHARS = 8_192

export interface TokenVerifier {
  /**
   * Who a bearer token speaks for.
   * @throws HttpError 401 for any token that is not good, 503 when the issuer's keys cannot be read
   */
  verify(token: string): Promise<SignedInUser>
}

export interface TokenVerifierOptions {
  /** Data service whose key set and issuer count for ES256 and RS256. */
  supabaseUrl: string
  /** Only where it is configured is HS256 accepted at all. */
  jwtSecret?: string | undefined
  now?: () => Date
}

const claimsSchema = z.object({
  sub: z.uuid(),
  email: z.string().default(''),
  exp: z.number(),
  role: z.literal('authenticated').optional(),
  session_id: z.uuid().optional(),
})

interface CachedToken {
  user: SignedInUser
  expiresAtMs: number
}

/**
 * Verifies the data service's access tokens. Signature checks cost more than the rest of a request, so verified
 * tokens are remembered by their sha256 until they expire; the memory is bounded, the least recently used goes first.
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const now = options.now ?? (() => new Date())
  const base = options.supabaseUrl.replace(/\/$/, '')
  const issuer = `${base}/auth/v1`
  const keySet = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`))
  const secret = options.jwtSecret === undefined ? null : new TextEncoder().encode(options.jwtSecret)
  const cache = new Map<string, CachedToken>()

  const remember = (key: string, token: CachedToken) => {
    const oldest = cache.size >= MAX_CACHED_TOKENS ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(key, token)
  }
  const recall = (key: string): SignedInUser | null => {
    const known = cache.get(key)
    if (!known) return null
    cache.delete(key)
    if (known.expiresAtMs <= now().getTime()) return null
    cache.set(key, known)
    return known.user
  }

  // The algorithm decides which key may be used, never the other way round: an HS256 token is never checked
  // against a public key, and 'none' is in no list.
  const check = async (token: string): Promise<JWTPayload> => {
    const shared = { audience: 'authenticated', currentDate: now(), requiredClaims: ['exp', 'sub'] }
    if (decodeProtectedHeader(token).alg === 'HS256') {
      if (!secret) throw unauthorized()
      const { payload } = await jwtVerify(token, secret, { ...shared, algorithms: ['HS256'] })
      // The embedded service names no issuer; whoever names one names ours.
      if (payload.iss !== undefined && payload.iss !== issuer) throw unauthorized()
      return payload
    }
    const asymmetric = { ...shared, issuer, algorithms: ['ES256', 'RS256'] }
    return (await jwtVerify(token, keySet, asymmetric)).payload
  }

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_CHARS) throw unauthorized()
      const key = hash('sha256', token, 'base64')
      const known = recall(key)
      if (known) return known
      const claims = claimsSchema.safeParse(await check(token).catch(refuse))
      if (!claims.success) throw unauthorized()
      const { sub: id, email, session_id: sessionId } = claims.data
      const user = { id, email, ...(sessionId === undefined ? {} : { sessionId }) }
      remember(key, { user, expiresAtMs: claims.data.exp * 1000 })
      return user
    },
  }
}

function refuse(error: unknown): never {
  const keysUnreachable =
    error instanceof errors.JWKSTimeout ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    (error instanceof TypeError && error.message === 'fetch failed')
  if (keysUnreachable) throw unavailable('The sign-in service', error)
  throw unauthorized('Your session has expired or is not valid. Sign in again.')
}
