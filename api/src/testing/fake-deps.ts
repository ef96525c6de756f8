import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import { createTokenVerifier } from '../auth/token-verifier.ts'
import type { Deps } from '../deps.ts'
import { createBundleStore } from '../services/bundle-store.ts'
import { describeDataSource } from '../services/data-source.ts'
import { createMetrics } from '../services/metrics.ts'
import { createRateLimits } from '../services/rate-limits.ts'
import { createReleaseParts } from '../services/release-parts.ts'
import { idleUpstream } from './idle-upstream.ts'
import { testEnv } from './test-env.ts'

const nobodyAsked = async (): Promise<never> => {
  throw new Error('this test did not expect the data service to be asked')
}

/** Parts that need nothing outside the process. Pass what a test is about; the rest refuses to be used. */
export function fakeDeps(changes: Partial<Deps> = {}): Deps {
  const env = changes.env ?? testEnv()
  const log = pino({ level: 'silent' })
  const clock = parseLeagueClock(env.LEAGUE_CLOCK)
  const bundles = changes.bundles ?? createBundleStore(env.BUNDLES_DIR)
  const repositories = {
    runs: {
      start: nobodyAsked,
      capture: nobodyAsked,
      release: nobodyAsked,
      live: nobodyAsked,
      sweep: nobodyAsked,
    },
    access: {
      emailExists: nobodyAsked,
      reserve: nobodyAsked,
      reservePrivileged: nobodyAsked,
      redeem: nobodyAsked,
    },
    releases: {
      rollouts: async () => ({ rollouts: [], unreadable: 0 }),
      publish: nobodyAsked,
      recordServed: nobodyAsked,
      recordLoads: nobodyAsked,
      isDeveloper: nobodyAsked,
    },
    rollouts: {
      all: nobodyAsked,
      history: nobodyAsked,
      beginUpload: nobodyAsked,
      endUpload: nobodyAsked,
      expectedBundles: nobodyAsked,
      publish: nobodyAsked,
      promote: nobodyAsked,
      rollBack: nobodyAsked,
      halt: nobodyAsked,
      retire: nobodyAsked,
      forgetLoads: nobodyAsked,
      setDeveloper: nobodyAsked,
    },
    deployTokens: { create: nobodyAsked, use: nobodyAsked, list: nobodyAsked, revoke: nobodyAsked },
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
    limits: createRateLimits({ enabled: env.RATE_LIMITS === 'on', redis: null }),
    metrics,
    upstream: idleUpstream,
    bundles,
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
