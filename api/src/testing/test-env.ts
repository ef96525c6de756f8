import { type ApiEnv, readEnvironment } from '../platform/config/env.ts'

export const TEST_JWT_SECRET = 'a secret of the tests, long enough for HS256'
export const TEST_SECRET_KEY = 'sb_secret_test'

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
  STOP_DELAY_MS: '0',
  STOP_DRAIN_MS: '5000',
}

/** The parsed environment of a test, with changes. */
export const testEnv = (changes: Record<string, string | undefined> = {}): ApiEnv =>
  readEnvironment({ ...testVariables, SUPABASE_URL: 'http://127.0.0.1:9', ...changes })
