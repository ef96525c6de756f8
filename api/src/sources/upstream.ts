import type { Logger } from 'pino'
import type { Metrics } from '../platform/metrics.ts'
import type { RedisClient } from '../platform/redis.ts'
import { type BreakerState, createBreaker } from '../platform/service-client/breaker.ts'
import { createMemoryGate, createPacer, type PaceRule } from '../platform/service-client/pacer.ts'
import { createRedisGate } from '../platform/service-client/redis-gate.ts'
import { createServiceClient } from '../platform/service-client/service-client.ts'
import { createTransport } from '../platform/service-client/transport.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { systemTimer, type Timer } from '../platform/timer.ts'
import {
  BREAKER_FAILURES,
  BREAKER_LONGEST_REST_MS,
  BREAKER_REST_MS,
  HISTORY_RETRY,
  LINES_MAX_BYTES,
  LINES_RETRY,
  LINES_TIMEOUT_MS,
  ORDERS_RETRY,
  SECONDARY_BREAKER_FAILURES,
  SECONDARY_MAX_BYTES,
  SECONDARY_PACE,
  SECONDARY_RETRY,
  SECONDARY_TIMEOUT_MS,
  STATS_MAX_BYTES,
  STATS_PACE,
  STATS_RETRY,
  STATS_TIMEOUT_MS,
  TOTALS_RETRY,
  TOTALS_TIMEOUT_MS,
  TRANSACTIONS_BREAKER_FAILURES,
  TRANSACTIONS_TIMEOUT_MS,
} from './constants.ts'
import { createFootballClient, type FootballClient } from './football/football-client.ts'
import { createLinesClient, type LinesClient } from './lines/lines-client.ts'
import { createStatsClient } from './stats/create-stats-client.ts'
import type { StatsClient } from './stats/stats-client.ts'
import { createWeatherClient } from './weather/create-weather-client.ts'
import type { WeatherClient } from './weather/weather-client.ts'

const STATS_SERVICE = 'The baseball stats service'
const LINES_SERVICE = 'PrizePicks'
const FOOTBALL_SERVICE = 'ESPN'
const WEATHER_SERVICE = 'Open-Meteo'
const BACKUP_SERVICE = 'The National Weather Service'
const BREAKER = {
  failures: BREAKER_FAILURES,
  restMs: BREAKER_REST_MS,
  maxRestMs: BREAKER_LONGEST_REST_MS,
}
const SECONDARY_BREAKER = { ...BREAKER, failures: SECONDARY_BREAKER_FAILURES }

export interface UpstreamState {
  'stats service': { breaker: BreakerState }
  lines: { breaker: BreakerState }
  football: { breaker: BreakerState }
  weather: { breaker: BreakerState }
}

/** The clients of all upstream services, with pacing, single flight, caches and retries. One per process. */
export interface Upstream {
  stats: StatsClient
  lines: LinesClient
  football: FootballClient
  weather: WeatherClient
  state(): UpstreamState
  /** Closes the connections. Running calls fail. */
  close(): Promise<void>
}

export interface UpstreamOptions {
  /** Origin of the stats service, without a trailing slash. */
  statsUrl: string
  linesUrl: string
  /** Origin of the football scoreboard. Default: `statsUrl`, where the sample league serves it. */
  footballUrl?: string
  weatherUrl?: string
  /** API key for the paid tier of the weather service. */
  weatherKey?: string | undefined
  /** Origin of the backup service, used when the weather service fails. No backup if null or omitted. */
  weatherBackupUrl?: string | null
  /** Shares caches and pacing between instances. */
  redis: RedisClient | null
  log: Logger
  metrics?: Metrics
  telemetry?: Telemetry
  timer?: Timer
  /** Pacing of calls to the stats service; changed by tests only. */
  pacing?: PaceRule
  /** Upper bound on the timeout of every call, in milliseconds; set by tests only. */
  longestCallMs?: number
}

/** Creates the clients of all upstream services. No request is sent before a client is used. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { statsUrl, linesUrl, redis, log, metrics, timer = systemTimer, pacing = STATS_PACE } = options
  const { footballUrl = statsUrl, weatherUrl = statsUrl, weatherKey, weatherBackupUrl = null } = options
  const { longestCallMs = Number.POSITIVE_INFINITY } = options
  const within = (timeoutMs: number) => Math.min(timeoutMs, longestCallMs)
  const ownGate = createMemoryGate(pacing, timer.elapsed)
  const gate = redis
    ? createRedisGate({ redis, name: new URL(statsUrl).host, rule: pacing, fallback: ownGate, log })
    : ownGate
  const pacer = createPacer(gate, timer)
  const breakers = {
    stats: createBreaker(BREAKER, timer),
    mirror: createBreaker(BREAKER, timer),
    totals: createBreaker(BREAKER, timer),
    orders: createBreaker(BREAKER, timer),
    recentTotals: createBreaker(BREAKER, timer),
    history: createBreaker(BREAKER, timer),
    seasons: createBreaker(BREAKER, timer),
    news: createBreaker({ ...BREAKER, failures: TRANSACTIONS_BREAKER_FAILURES }, timer),
    details: createBreaker(BREAKER, timer),
    lines: createBreaker(BREAKER, timer),
    football: createBreaker(SECONDARY_BREAKER, timer),
    // With a backup, the first failure opens the breaker.
    weather: createBreaker(
      weatherBackupUrl ? { ...SECONDARY_BREAKER, failures: 1 } : SECONDARY_BREAKER,
      timer,
    ),
    backup: createBreaker(SECONDARY_BREAKER, timer),
  }
  const secondary = { timeoutMs: within(SECONDARY_TIMEOUT_MS), maxBytes: SECONDARY_MAX_BYTES, timer }
  const transports = {
    stats: createTransport({
      service: STATS_SERVICE,
      baseUrl: statsUrl,
      timeoutMs: within(STATS_TIMEOUT_MS),
      maxBytes: STATS_MAX_BYTES,
      timer,
    }),
    totals: createTransport({
      service: STATS_SERVICE,
      baseUrl: statsUrl,
      timeoutMs: within(TOTALS_TIMEOUT_MS),
      maxBytes: STATS_MAX_BYTES,
      timer,
    }),
    news: createTransport({
      service: STATS_SERVICE,
      baseUrl: statsUrl,
      timeoutMs: within(TRANSACTIONS_TIMEOUT_MS),
      maxBytes: STATS_MAX_BYTES,
      timer,
    }),
    lines: createTransport({
      service: LINES_SERVICE,
      baseUrl: linesUrl,
      timeoutMs: within(LINES_TIMEOUT_MS),
      maxBytes: LINES_MAX_BYTES,
      timer,
    }),
    football: createTransport({ ...secondary, service: FOOTBALL_SERVICE, baseUrl: footballUrl }),
    weather: createTransport({ ...secondary, service: WEATHER_SERVICE, baseUrl: weatherUrl }),
    backup: createTransport({
      ...secondary,
      service: BACKUP_SERVICE,
      baseUrl: weatherBackupUrl ?? weatherUrl,
      accept: 'application/geo+json',
    }),
  }
  const common = { timer, log, metrics, telemetry: options.telemetry }
  const stats = { ...common, service: STATS_SERVICE, transport: transports.stats, pacer, retry: STATS_RETRY }
  const statsService = createServiceClient({ ...stats, label: 'stats', breaker: breakers.stats })
  // Low priority: many requests of one visitor must not delay the boards of all.
  const lowPriority = { ...stats, pacer: { run: <T>(work: () => Promise<T>) => pacer.run(work, 'last') } }
  const mirrorService = createServiceClient({ ...lowPriority, label: 'mirror', breaker: breakers.mirror })
  const historyService = createServiceClient({
    ...lowPriority,
    label: 'history',
    retry: HISTORY_RETRY,
    breaker: breakers.history,
  })
  const seasonsService = createServiceClient({
    ...lowPriority,
    label: 'seasons',
    retry: HISTORY_RETRY,
    breaker: breakers.seasons,
  })
  // Separate breakers: a failure here must not stop game logs. Boards work without forecasts, forecasts
  // without orders.
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
  const recentTotalsService = createServiceClient({
    ...totals,
    label: 'recent-totals',
    retry: ORDERS_RETRY,
    breaker: breakers.recentTotals,
  })
  const transactionsService = createServiceClient({
    ...lowPriority,
    label: 'news',
    transport: transports.news,
    retry: ORDERS_RETRY,
    breaker: breakers.news,
  })
  const detailsService = createServiceClient({
    ...lowPriority,
    label: 'details',
    transport: transports.totals,
    retry: HISTORY_RETRY,
    breaker: breakers.details,
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
  // Paced per instance: the responses are cached for minutes or hours, so requests are rare.
  const secondaryPacers = {
    football: createPacer(createMemoryGate(SECONDARY_PACE, timer.elapsed), timer),
    weather: createPacer(createMemoryGate(SECONDARY_PACE, timer.elapsed), timer),
    backup: createPacer(createMemoryGate(SECONDARY_PACE, timer.elapsed), timer),
  }
  const secondaryService = (label: 'football' | 'weather' | 'backup', service: string) =>
    createServiceClient({
      ...common,
      service,
      label: label === 'backup' ? 'weather backup' : label,
      transport: transports[label],
      pacer: secondaryPacers[label],
      retry: SECONDARY_RETRY,
      breaker: breakers[label],
    })
  return {
    stats: createStatsClient({
      client: statsService,
      mirrorClient: mirrorService,
      totalsClient: totalsService,
      ordersClient: ordersService,
      recentTotalsClient: recentTotalsService,
      historyClient: historyService,
      seasonsClient: seasonsService,
      transactionsClient: transactionsService,
      detailsClient: detailsService,
      service: STATS_SERVICE,
      timer,
      redis,
      log,
      metrics,
    }),
    lines: createLinesClient({ client: linesService, timer, redis, log, metrics }),
    football: createFootballClient({
      client: secondaryService('football', FOOTBALL_SERVICE),
      service: FOOTBALL_SERVICE,
      timer,
      log,
      metrics,
    }),
    weather: createWeatherClient({
      client: secondaryService('weather', WEATHER_SERVICE),
      service: WEATHER_SERVICE,
      apiKey: weatherKey,
      backup: weatherBackupUrl
        ? { client: secondaryService('backup', BACKUP_SERVICE), service: BACKUP_SERVICE }
        : null,
      timer,
      redis,
      log,
      metrics,
    }),
    state: () => ({
      'stats service': { breaker: breakers.stats.state() },
      lines: { breaker: breakers.lines.state() },
      football: { breaker: breakers.football.state() },
      weather: { breaker: breakers.weather.state() },
    }),
    async close() {
      pacer.close()
      for (const secondaryPacer of Object.values(secondaryPacers)) secondaryPacer.close()
      await Promise.all(Object.values(transports).map((transport) => transport.close()))
    },
  }
}
