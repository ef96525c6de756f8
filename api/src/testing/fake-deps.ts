import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import type { Deps } from '../deps.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import { NO_TELEMETRY } from '../platform/telemetry/telemetry.ts'
import { createTokenVerifier } from '../platform/token-verifier.ts'
import { NO_AI } from '../services/analysis/ai/create-ai.ts'
import { describeDataSource } from '../services/operations/info.ts'
import { examineInProcess } from '../services/releases/deploy/examine-here.ts'
import { createReleaseServices } from '../services/releases/release-services.ts'
import { openBundleStore } from '../services/releases/store/open-bundle-store.ts'
import { idleUpstream } from './idle-upstream.ts'
import { testEnv } from './test-env.ts'

const nobodyAsked = async (): Promise<never> => {
  throw new Error('this test did not expect the data service to be asked')
}

/** A dependency whose methods all throw. */
const refusing = <T extends object>(): T => new Proxy({} as T, { get: () => nobodyAsked, has: () => true })

/**
 * Dependencies that need nothing outside the process. A test passes those that it needs; the other ones throw
 * on use.
 */
export function fakeDeps(changes: Partial<Deps> = {}): Deps {
  const env = changes.env ?? testEnv()
  const log = pino({ level: 'silent' })
  const clock = parseLeagueClock(env.LEAGUE_CLOCK)
  const bundles = changes.bundles ?? openBundleStore(env)
  const repositories: Deps['repositories'] = {
    runs: refusing(),
    access: refusing(),
    releases: { ...refusing(), rollouts: async () => ({ rollouts: [], unreadable: 0 }) },
    rollouts: refusing(),
    deployTokens: refusing(),
    admins: { ...refusing(), isAdmin: async () => false },
    codes: refusing(),
    users: refusing(),
    credits: refusing(),
    rights: refusing(),
    contact: refusing(),
    picks: refusing(),
    parlays: refusing(),
    track: refusing(),
    operations: refusing(),
    ...changes.repositories,
  }
  const metrics = createMetrics()
  const version = '0.0.0-test'
  const mailbox = changes.mailbox ?? null
  const dataSource = () => describeDataSource(env, clock)
  return {
    env,
    version,
    log,
    clock,
    dataSource,
    tokens: createTokenVerifier({
      supabaseUrl: env.SUPABASE_URL ?? 'http://127.0.0.1:9',
      jwtSecret: env.SUPABASE_JWT_SECRET,
    }),
    // No user of a test is deleted or self-excluded.
    standing: { check: async () => undefined, forget: () => undefined },
    limits: createRateLimits({ enabled: env.RATE_LIMITS === 'on', redis: null }),
    metrics,
    telemetry: NO_TELEMETRY,
    upstream: idleUpstream,
    ai: NO_AI,
    extractor: refusing(),
    bundles,
    examine: examineInProcess,
    ...createReleaseServices({
      ...{ env, version, mailbox, dataSource, bundles, log, metrics },
      releases: repositories.releases,
    }),
    mailbox,
    dataService: null,
    isStopping: () => false,
    ...changes,
    repositories,
  }
}
