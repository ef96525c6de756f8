import { hash } from 'node:crypto'
import { createRemoteJWKSet, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { unauthorized, unavailable } from './errors.ts'

const MAX_CACHED_TOKENS = 10_000
const MAX_TOKEN_CHARS = 8_192

/** The user of a verified token. */
export interface SignedInUser {
  id: string
  email: string
  /** The session id of the token, if it contains one. */
  sessionId?: string
}

export interface TokenVerifier {
  /**
   * Returns the user of a bearer token.
   * @throws HttpError 401 for an invalid token, 503 if the issuer's keys cannot be read
   */
  verify(token: string): Promise<SignedInUser>
}

export interface TokenVerifierOptions {
  /** Data service that provides the key set for ES256 and RS256, and names its issuer where that has another address. */
  supabaseUrl: string
  /** Shared secret for HS256. Without it HS256 is refused. */
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
 * Verifies access tokens of the data service. A signature check costs more than the rest of a request, so
 * verified tokens are cached by their SHA-256 hash until they expire. The cache is bounded and drops the
 * least recently used.
 */
export function createTokenVerifier(options: TokenVerifierOptions): TokenVerifier {
  const now = options.now ?? (() => new Date())
  const base = options.supabaseUrl.replace(/\/$/, '')
  const auth = `${base}/auth/v1`
  const keySet = createRemoteJWKSet(new URL(`${auth}/.well-known/jwks.json`))
  const secret = options.jwtSecret === undefined ? null : new TextEncoder().encode(options.jwtSecret)
  const cache = new LRUCache<string, CachedToken>({ max: MAX_CACHED_TOKENS })

  /** The issuer of the discovery document; it has another address behind a proxy or a custom domain. */
  let discovered: Promise<string | null> | null = null
  const readIssuer = (): Promise<string | null> => {
    discovered ??= discoverIssuer(auth).then(
      (issuer) => {
        // A proxy may have answered in place of the auth service: only a found issuer is kept.
        if (issuer === null) discovered = null
        return issuer
      },
      (error: unknown) => {
        discovered = null
        throw error
      },
    )
    return discovered
  }
  /** Only the issuer of a token with a right signature is looked up. */
  const checkIssuer = async ({ iss }: JWTPayload) => {
    if (iss !== auth && (iss === undefined || iss !== (await readIssuer()))) throw unauthorized()
  }

  // The algorithm determines the key, so that an HS256 token is never checked against a public key. 'none' is
  // in no list of allowed algorithms.
  const check = async (token: string): Promise<JWTPayload> => {
    const shared = { audience: 'authenticated', currentDate: now(), requiredClaims: ['exp', 'sub'] }
    if (decodeProtectedHeader(token).alg === 'HS256') {
      if (!secret) throw unauthorized()
      const { payload } = await jwtVerify(token, secret, { ...shared, algorithms: ['HS256'] })
      // Tokens of the embedded service have no issuer. A token with an issuer must have the expected one.
      if (payload.iss !== undefined) await checkIssuer(payload)
      return payload
    }
    const { payload } = await jwtVerify(token, keySet, { ...shared, algorithms: ['ES256', 'RS256'] })
    await checkIssuer(payload)
    return payload
  }

  return {
    async verify(token) {
      if (token.length > MAX_TOKEN_CHARS) throw unauthorized()
      const key = hash('sha256', token, 'base64')
      const cached = cache.get(key)
      if (cached && cached.expiresAtMs > now().getTime()) return cached.user
      const claims = claimsSchema.safeParse(await check(token).catch(refuse))
      if (!claims.success) throw unauthorized()
      const { sub: id, email, session_id: sessionId } = claims.data
      const user = { id, email, ...(sessionId === undefined ? {} : { sessionId }) }
      cache.set(key, { user, expiresAtMs: claims.data.exp * 1000 })
      return user
    },
  }
}

const DISCOVERY_TIMEOUT_MS = 5_000
const discoveryDocument = z.object({ issuer: z.string() })

/**
 * Reads the issuer of the project that answers at an address.
 * @returns null if the auth service has no discovery document
 * @throws TypeError if it does not answer, or refuses the request
 */
async function discoverIssuer(auth: string): Promise<string | null> {
  const answer = await fetch(`${auth}/.well-known/openid-configuration`, {
    signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new TypeError('fetch failed', { cause })
  })
  if (!answer.ok && answer.status !== 404) throw new TypeError('fetch failed')
  return discoveryDocument.safeParse(await answer.json().catch(() => null)).data?.issuer ?? null
}

function refuse(error: unknown): never {
  const keysUnreachable =
    error instanceof errors.JWKSTimeout ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    (error instanceof TypeError && error.message === 'fetch failed')
  if (keysUnreachable) throw unavailable('The sign-in service', error)
  throw unauthorized('Your session has expired or is not valid. Sign in again.')
}
