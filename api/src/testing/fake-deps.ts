import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { createTokenVerifier } from '../auth/token-verifier.ts'
import type { Deps } from '../deps.ts'
import { NO_AI } from '../services/ai/create-ai.ts'
import { describeDataSource } from '../services/data-source.ts'
import { examineHere } from '../services/deploy/examine-here.ts'
import { createMetrics } from '../services/metrics.ts'
import { openBundleStore } from '../services/open-bundle-store.ts'
import { createRateLimits } from '../services/rate-limits.ts'
import { createReleaseParts } from '../services/release-parts.ts'
import { NO_TELEMETRY } from '../telemetry/telemetry.ts'
import { idleUpstream } from './idle-upstream.ts'
import { testEnv } from './test-env.ts'

const nobodyAsked = async (): Promise<never> => {
  throw new Error('this test did not expect the data service to be asked')
}

/** A part whose every method refuses to be used. */
const refusing = <T extends object>(): T => new Proxy({} as T, { get: () => nobodyAsked, has: () => true })

/** Parts that need nothing outside the process. Pass what a test is about; the rest refuses to be used. */
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
    // Every user of a test is in good standing.
    standing: { check: async () => undefined, forget: () => undefined },
    limits: createRateLimits({ enabled: env.RATE_LIMITS === 'on', redis: null }),
    metrics,
    telemetry: NO_TELEMETRY,
    upstream: idleUpstream,
    ai: NO_AI,
    extractor: refusing(),
    bundles,
    examine: examineHere,
    ...createReleaseParts({
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
