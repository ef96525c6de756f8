import type { Logger } from 'pino'
import type { Metrics } from '../services/metrics.ts'
import type { RedisClient } from '../services/redis.ts'
import { type BreakerState, createBreaker } from './breaker.ts'
import {
  BREAKER_FAILURES,
  BREAKER_LONGEST_REST_MS,
  BREAKER_REST_MS,
  HISTORY_RETRY,
  LINES_MAX_BYTES,
  LINES_RETRY,
  LINES_TIMEOUT_MS,
  ORDERS_RETRY,
  STATS_MAX_BYTES,
  STATS_PACE,
  STATS_RETRY,
  STATS_TIMEOUT_MS,
  TOTALS_RETRY,
  TOTALS_TIMEOUT_MS,
} from './constants.ts'
import { createLinesClient } from './create-lines-client.ts'
import { createStatsClient } from './create-stats-client.ts'
import type { LinesClient } from './lines-client.ts'
import { createMemoryGate, type PaceRule } from './pace.ts'
import { createPacer } from './pacer.ts'
import { createRedisGate } from './redis-gate.ts'
import { createServiceClient } from './service-client.ts'
import type { StatsClient } from './stats-client.ts'
import { systemTimer, type Timer } from './timer.ts'
import { createTransport } from './transport.ts'

const STATS_SERVICE = 'The baseball stats service'
const LINES_SERVICE = 'PrizePicks'
const BREAKER = {
  failures: BREAKER_FAILURES,
  restMs: BREAKER_REST_MS,
  longestRestMs: BREAKER_LONGEST_REST_MS,
}

export interface UpstreamState {
  'stats service': { breaker: BreakerState }
  lines: { breaker: BreakerState }
}

/** The outside services, called politely: paced, coalesced, cached, retried. One per process. */
export interface Upstream {
  stats: StatsClient
  lines: LinesClient
  state(): UpstreamState
  /** Ends its connections; calls that are under way fail. */
  close(): Promise<void>
}

export interface UpstreamOptions {
  /** Origin of the stats service, without a trailing slash. */
  statsUrl: string
  linesUrl: string
  /** Shares caches and pace between instances. */
  redis: RedisClient | null
  log: Logger
  metrics?: Metrics
  timer?: Timer
  /** How calls to the stats service are spaced; only tests have a reason to change it. */
  pacing?: PaceRule
}

/** The clients of the outside services, as one part of the process. Nothing is called until someone asks. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { statsUrl, linesUrl, redis, log, metrics, timer = systemTimer, pacing = STATS_PACE } = options
  const ownGate = createMemoryGate(pacing, timer.now)
  const gate = redis
    ? createRedisGate({ redis, name: new URL(statsUrl).host, rule: pacing, fallback: ownGate, log })
    : ownGate
  const pacer = createPacer(gate, timer)
  const breakers = {
    stats: createBreaker(BREAKER, timer),
    mirror: createBreaker(BREAKER, timer),
    totals: createBreaker(BREAKER, timer),
    orders: createBreaker(BREAKER, timer),
    history: createBreaker(BREAKER, timer),
    lines: createBreaker(BREAKER, timer),
  }
  const transports = {
    stats: createTransport({
      service: STATS_SERVICE,
      baseUrl: statsUrl,
      timeoutMs: STATS_TIMEOUT_MS,
      maxBytes: STATS_MAX_BYTES,
      timer,
    }),
    totals: createTransport({
      service: STATS_SERVICE,
      baseUrl: statsUrl,
      timeoutMs: TOTALS_TIMEOUT_MS,
      maxBytes: STATS_MAX_BYTES,
      timer,
    }),
    lines: createTransport({
      service: LINES_SERVICE,
      baseUrl: linesUrl,
      timeoutMs: LINES_TIMEOUT_MS,
      maxBytes: LINES_MAX_BYTES,
      timer,
    }),
  }
  const common = { timer, log, metrics }
  const stats = { ...common, service: STATS_SERVICE, transport: transports.stats, pacer, retry: STATS_RETRY }
  const statsService = createServiceClient({ ...stats, label: 'stats', breaker: breakers.stats })
  // One visitor's many questions must not make everyone's board wait.
  const afterOthers = { ...stats, pacer: { run: <T>(work: () => Promise<T>) => pacer.run(work, 'last') } }
  const mirrorService = createServiceClient({ ...afterOthers, label: 'mirror', breaker: breakers.mirror })
  const historyService = createServiceClient({
    ...afterOthers,
    label: 'history',
    retry: HISTORY_RETRY,
    breaker: breakers.history,
  })
  // Logs go on where these fail: a board without forecasts is still a board, and a forecast can do without orders.
  const totals = { ...stats, transport: transports.totals }
  const totalsService = createServiceClient({
    ...totals,
    label: 'totals',
    retry: TOTALS_RETRY,
    breaker: breakers.totals,
  })
  const ordersService = createServiceClient({
    ...totals,
    label: 'orders',
    retry: ORDERS_RETRY,
    breaker: breakers.orders,
  })
  const linesService = createServiceClient({
    ...common,
    service: LINES_SERVICE,
    label: 'lines',
    transport: transports.lines,
    pacer: null,
    retry: LINES_RETRY,
    breaker: breakers.lines,
  })
  return {
    stats: createStatsClient({
      client: statsService,
      mirrorClient: mirrorService,
      totalsClient: totalsService,
      ordersClient: ordersService,
      historyClient: historyService,
      service: STATS_SERVICE,
      timer,
      redis,
      log,
    }),
    lines: createLinesClient({ client: linesService, timer, redis, log }),
    state: () => ({
      'stats service': { breaker: breakers.stats.state() },
      lines: { breaker: breakers.lines.state() },
    }),
    async close() {
      pacer.close()
      await Promise.all(Object.values(transports).map((transport) => transport.close()))
    },
  }
}
