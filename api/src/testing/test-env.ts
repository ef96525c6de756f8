import { SignJWT } from 'jose'
import { pino } from 'pino'
import { type ApiEnv, readEnvironment } from '../platform/config/env.ts'
import { connectRedis } from '../platform/redis.ts'

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

/** Address of a reachable Redis (`REDIS_URL`, or the default port on loopback), or null. */
export async function findRedis(): Promise<string | null> {
  const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
  const client = await connectRedis(url, pino({ level: 'silent' }))
  const answers = client.isReady
  client.destroy()
  return answers ? url : null
}

export const TEST_JWT_SECRET = 'a secret of the tests, long enough for HS256'
export const TEST_SECRET_KEY = 'sb_secret_test'
export const TEST_MAILBOX_KEY = 'mailbox-key-of-the-tests'

/** Environment variables of a test API, on loopback and ephemeral ports. */
export const testVariables: Record<string, string> = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
  SUPABASE_SECRET_KEY: TEST_SECRET_KEY,
  SUPABASE_JWT_SECRET: TEST_JWT_SECRET,
  DATA: 'sample',
  LEAGUE_CLOCK: 'frozen:2026-07-15T16:00:00Z',
  // No service listens on the discard port; a test that needs an upstream starts one.
  STATS_API_URL: 'http://127.0.0.1:9',
  LINES_URL: 'http://127.0.0.1:9',
  BUNDLES_DIR: '/nonexistent',
  RATE_LIMITS: 'off',
  MAILBOX_KEY: TEST_MAILBOX_KEY,
  STOP_DELAY_MS: '0',
  STOP_DRAIN_MS: '5000',
}

/** The parsed environment of a test, with changes. */
export const testEnv = (changes: Record<string, string | undefined> = {}): ApiEnv =>
  readEnvironment({ ...testVariables, SUPABASE_URL: 'http://127.0.0.1:9', ...changes })
