import * as z from 'zod'
import { refusal } from './errors.ts'

const SCHEME = 'Bearer '

/** Claims of a session token of this service. Tokens of a hosted project also name their issuer. */
const sessionClaims = z.object({
  exp: z.number(),
  aud: z.literal('authenticated'),
  role: z.literal('authenticated'),
  iss: z.string().optional(),
})

/** The claims of a token without a check of its signature; null when it is not a JSON Web Token. */
function readClaims(token: string): unknown {
  const [, payload, signature, ...more] = token.split('.')
  if (payload === undefined || signature === undefined || more.length > 0) return null
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  } catch {
    return null
  }
}

/**
 * Refuses a token without an expiry, and one of another issuer, audience or role. The service itself verifies
 * only the signature, the session and, if present, the expiry.
 * @param issuer of this service
 * @returns the refusal, or null for an acceptable token, for another kind of key and without a token
 */
export function refuseForeignToken(call: Request, issuer: string): Response | null {
  const header = call.headers.get('authorization') ?? ''
  if (!header.startsWith(SCHEME)) return null
  const claims = readClaims(header.slice(SCHEME.length))
  if (claims === null) return null
  const { success, data } = sessionClaims.safeParse(claims)
  if (success && (data.iss === undefined || data.iss === issuer)) return null
  const message = 'This token is not a session of this service'
  return new URL(call.url).pathname.startsWith('/auth/')
    ? refusal(403, 'bad_jwt', message)
    : Response.json({ code: 'PGRST301', message, details: null, hint: null }, { status: 401 })
}
