import { randomUUID } from 'node:crypto'
import { parseLeagueClock } from '@propsight/shared/domain'
import { pino } from 'pino'
import type { Read } from '../platform/cache/freshness.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createRateLimits } from '../platform/rate-limits.ts'
import { NO_TELEMETRY } from '../platform/telemetry/telemetry.ts'
import { createTokenVerifier } from '../platform/token-verifier.ts'
import type { Deps } from '../server/build-deps.ts'
import { NO_AI } from '../services/analysis/ai/create-ai.ts'
import { bindGameLogs } from '../services/board/game-logs.ts'
import { createOddsBoards } from '../services/odds/odds-board.ts'
import { describeDataSource } from '../services/operations/health.ts'
import { createPropEvidence } from '../services/props/prop-evidence.ts'
import { examineInProcess } from '../services/releases/deploy/examine-here.ts'
import { createReleaseServices } from '../services/releases/release-services.ts'
import { openBundleStore } from '../services/releases/store/open-bundle-store.ts'
import type { Upstream } from '../sources/upstream.ts'
import { testEnv } from './test-env.ts'

const read = <T>(value: T): Read<T> => ({
  value,
  readAt: '2026-07-15T16:00:00.000Z',
  ageSeconds: 0,
  stale: false,
})

const rejectCall = async (): Promise<never> => {
  throw new Error('this test did not expect a call of an upstream service')
}

/** External services that throw on every call, for tests that do not need them. */
export const refusingUpstream: Upstream = {
  stats: {
    players: rejectCall,
    teams: rejectCall,
    teamBatting: rejectCall,
    teamPitching: rejectCall,
    recentTeamBatting: rejectCall,
    battingOrders: rejectCall,
    schedule: rejectCall,
    nextGames: rejectCall,
    seasonTotals: rejectCall,
    playerTotals: rejectCall,
    gameLogs: () => {
      throw new Error('this test did not expect a call of an upstream service')
    },
    transactions: rejectCall,
    clubSeason: rejectCall,
    playerSplits: rejectCall,
    vsPitcher: rejectCall,
    raw: rejectCall,
  },
  lines: { board: rejectCall },
  leagues: [],
  football: { scoreboard: rejectCall },
  weather: { forecast: rejectCall },
  odds: null,
  state: () => ({
    'stats service': { breaker: 'closed' },
    lines: { breaker: 'closed' },
    football: { breaker: 'closed' },
    weather: { breaker: 'closed' },
  }),
  close: async () => undefined,
}

/** External services that respond immediately without data. */
export const emptyUpstream: Upstream = {
  ...refusingUpstream,
  stats: {
    players: async () => read([]),
    teams: async () => read([]),
    teamBatting: async () => read([]),
    teamPitching: async () => read([]),
    recentTeamBatting: async () => read([]),
    battingOrders: async () => read([]),
    schedule: async () => read([]),
    nextGames: async () => read(null),
    seasonTotals: async () => read({ hitters: [], pitchers: [], clubs: [] }),
    playerTotals: async () => read({ hitters: [], pitchers: [] }),
    gameLogs: async function* () {},
    transactions: async () => read([]),
    clubSeason: async () => read([]),
    playerSplits: async () => read({ season: null, vsLeft: null, vsRight: null }),
    vsPitcher: async () => read({ available: true, line: null }),
    raw: async () => read({}),
  },
  lines: { board: async () => read({ lines: [], suspended: [], skipped: 0, notRead: 0 }) },
  football: { scoreboard: async () => read([]) },
  weather: { forecast: async () => read({ source: 'nobody', hours: [] }) },
}

const rejectDataServiceCall = async (): Promise<never> => {
  throw new Error('this test did not expect a call of the data service')
}

/** A dependency whose methods all throw. */
const refusing = <T extends object>(): T =>
  new Proxy({} as T, { get: () => rejectDataServiceCall, has: () => true })

/** Sessions of the admin key, as the database keeps them. */
function adminSessionsInMemory() {
  const live = new Set<string>()
  return {
    async beginSession() {
      const id = randomUUID()
      live.add(id)
      return id
    },
    hasSession: async (id: string) => live.has(id),
    async endSession(id: string) {
      live.delete(id)
    },
  }
}

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
    alerts: refusing(),
    releases: { ...refusing(), rollouts: async () => ({ rollouts: [], unreadable: 0 }) },
    remotes: { ...refusing(), recordErrors: async () => undefined },
    rollouts: refusing(),
    deployTokens: refusing(),
    admins: { ...refusing(), isAdmin: async () => false, ...adminSessionsInMemory() },
    factors: {
      ...refusing(),
      read: async () => ({ enrolled: false, passed: false, secret: null, recoveryCodes: null }),
    },
    codes: refusing(),
    users: refusing(),
    credits: refusing(),
    rights: refusing(),
    contact: refusing(),
    picks: refusing(),
    parlays: refusing(),
    forecasts: refusing(),
    odds: refusing(),
    operations: { ...refusing(), probeStorage: async () => {} },
    ...changes.repositories,
  }
  const metrics = createMetrics()
  const version = '0.0.0-test'
  const mailbox = changes.mailbox ?? null
  const dataSource = () => describeDataSource(env, clock)
  const { upstream = refusingUpstream } = changes
  const oddsOf = createOddsBoards(repositories.odds)
  const propEvidence =
    changes.propEvidence ?? createPropEvidence({ upstream, clock: changes.clock ?? clock, log, oddsOf })
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
    upstream,
    oddsOf,
    propEvidence,
    ai: NO_AI,
    ...bindGameLogs({ upstream, clock: changes.clock ?? clock, propEvidence }),
    extractor: refusing(),
    bundles,
    redis: null,
    examine: examineInProcess,
    ...createReleaseServices({
      env,
      version,
      mailbox,
      dataSource,
      bundles,
      log,
      metrics,
      releases: repositories.releases,
      remotes: repositories.remotes,
      rollouts: repositories.rollouts,
    }),
    mailbox,
    dataService: null,
    jobs: null,
    isStopping: () => false,
    ...changes,
    repositories,
  }
}

/** The evidence of an installation without a source of odds. */
export const evidenceOf = (parts: Pick<Deps, 'upstream' | 'clock' | 'log'>): Deps['propEvidence'] =>
  createPropEvidence({
    ...parts,
    oddsOf: async () => ({
      version: null,
      prices: { events: [], books: [], props: [] },
      state: { days: [], readAt: null, problem: null },
    }),
  })
