import { SignJWT } from 'jose'
import { TEST_JWT_SECRET } from './test-env.ts'

export interface TokenClaims {
  sub?: string
  email?: string
  audience?: string
  expiresIn?: string
  secret?: string
  session?: string
}

/** Default user id of test tokens. */
export const TEST_USER = '3f0f7a3a-6f0e-4d0a-9b0e-1c2d3e4f5a6b'

/** Signs a token like the embedded data service. It is valid by default. */
export const signToken = ({
  sub = TEST_USER,
  email = 'pat@example.com',
  audience = 'authenticated',
  expiresIn = '1h',
  secret = TEST_JWT_SECRET,
  session,
}: TokenClaims = {}): Promise<string> =>
  new SignJWT({ email, role: 'authenticated', ...(session ? { session_id: session } : {}) })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(new TextEncoder().encode(secret))
