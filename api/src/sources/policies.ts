import {
  STATS_BATCH_PAUSE_MS,
  STATS_BATCH_PLAYERS,
  STATS_SUB_BATCH_PAUSE_MS,
  STATS_SUB_BATCH_PLAYERS,
} from '@propsight/shared/domain'
import type { BreakerRule } from '../platform/service-client/breaker.ts'
import type { PaceRule, Priority } from '../platform/service-client/pacer.ts'
import type { RequestPolicy, RetryRule, ServiceClient } from '../platform/service-client/service-client.ts'

const MEBIBYTE = 1024 * 1024
const LONGEST_RETRY_AFTER_MS = 30_000

/** Row N10: at most 6 requests in flight, 350 ms between groups of six, 1,500 ms after 16 requests. */
export const STATS_PACE: PaceRule = {
  subBatch: STATS_SUB_BATCH_PLAYERS,
  batch: STATS_BATCH_PLAYERS,
  subBatchPauseMs: STATS_SUB_BATCH_PAUSE_MS,
  batchPauseMs: STATS_BATCH_PAUSE_MS,
}
/**
 * Open-Meteo allows 600 calls a minute; the remaining services name no limit. A page needs a few calls only.
 */
const SECONDARY_PACE: PaceRule = { subBatch: 4, batch: 16, subBatchPauseMs: 200, batchPauseMs: 1_000 }

/**
 * Row N10: 3 attempts, 300 ms start, growth 1.6, cap 2,000 ms, jitter. The row names no size for the jitter.
 */
export const STATS_RETRY: RetryRule = {
  attempts: 3,
  startMs: 300,
  growth: 1.6,
  capMs: 2_000,
  jitterMs: 100,
  maxRetryAfterMs: LONGEST_RETRY_AFTER_MS,
}
const TWO_ATTEMPTS: RetryRule = { ...STATS_RETRY, attempts: 2 }
const ONE_ATTEMPT: RetryRule = { ...STATS_RETRY, attempts: 1 }

/** Row H5: up to 4 retries, exponential from 2 s, capped at 20 s, up to 500 ms of jitter. */
export const LINES_RETRY: RetryRule = {
  attempts: 5,
  startMs: 2_000,
  growth: 2,
  capMs: 20_000,
  jitterMs: 500,
  maxRetryAfterMs: LONGEST_RETRY_AFTER_MS,
}

const BREAKER: BreakerRule = { failures: 4, restMs: 15_000, maxRestMs: 120_000 }
/** For services without which the page still works. */
const SECONDARY_BREAKER: BreakerRule = { ...BREAKER, failures: 2 }
const FIRST_FAILURE_BREAKER: BreakerRule = { ...BREAKER, failures: 1 }

export type ServiceId = 'stats' | 'lines' | 'football' | 'weather' | 'weatherBackup' | 'odds'

/** The limits of one kind of request. */
export interface UpstreamPolicy extends RequestPolicy {
  /** All kinds of requests to one service share its origin and its pace. */
  id: ServiceId
  /**
   * Spacing of the requests to the service, kept per instance or by all instances together; or, without a
   * pace, the maximum number of requests of this kind in flight (bulkhead).
   */
  limit: { pace: PaceRule; priority: Priority; acrossInstances: boolean } | { inFlight: number }
}

const STATS_LIMIT = { pace: STATS_PACE, priority: 'normal', acrossInstances: true } as const
/** Many requests of one visitor must not delay the boards of all. */
const STATS_LOW_LIMIT = { ...STATS_LIMIT, priority: 'low' } as const

const STATS: UpstreamPolicy = {
  id: 'stats',
  service: 'The baseball stats service',
  timeoutMs: 15_000,
  // The seasons of forty players are about 7 MB without the `fields=` filter.
  maxBytes: 24 * MEBIBYTE,
  retry: STATS_RETRY,
  breaker: BREAKER,
  limit: STATS_LIMIT,
}
/** Forecasts work without data that takes longer: the game logs behind it in the queue must not wait. */
const FORECAST_TIMEOUT_MS = 4_000

/** Scoreboard and weather requests report a failure early, because a page waits for them. */
const SECONDARY = {
  timeoutMs: 3_000,
  // A recorded week of football has 0.5 MB; the weather of sixty stadiums has about 1.5 MB.
  maxBytes: 8 * MEBIBYTE,
  retry: TWO_ATTEMPTS,
  breaker: SECONDARY_BREAKER,
  // Paced per instance: the responses are cached for minutes or hours, so requests are rare.
  limit: { pace: SECONDARY_PACE, priority: 'normal', acrossInstances: false },
} as const satisfies Partial<UpstreamPolicy>

/**
 * How requests are sent, by kind. The name of a kind is also its label in metrics and spans. Each kind has a
 * breaker of its own, so that failures of an optional request stop no other: boards work without forecasts,
 * and forecasts without batting orders.
 */
export const POLICIES = {
  /** Rosters, clubs, schedules and game logs of the season. */
  stats: STATS,
  /** Requests chosen by visitors. */
  mirror: { ...STATS, limit: STATS_LOW_LIMIT },
  /** Totals of all clubs in the season, which only forecasts need. */
  teamTotals: { ...STATS, timeoutMs: FORECAST_TIMEOUT_MS, retry: TWO_ATTEMPTS },
  /** Totals of all clubs of the last 30 days, which improve forecasts. */
  recentTeamTotals: { ...STATS, timeoutMs: FORECAST_TIMEOUT_MS, retry: ONE_ATTEMPT },
  /** Batting orders, which improve forecasts. */
  battingOrders: { ...STATS, timeoutMs: FORECAST_TIMEOUT_MS, retry: ONE_ATTEMPT },
  /** Game logs of finished seasons: many requests, and every one of them is optional. */
  earlierLogs: { ...STATS, retry: TWO_ATTEMPTS, limit: STATS_LOW_LIMIT },
  /** Totals of finished seasons, which are optional in forecasts. */
  seasonTotals: { ...STATS, retry: TWO_ATTEMPTS, limit: STATS_LOW_LIMIT },
  /** Roster transactions. Boards and forecasts work without them: one timeout opens the breaker. */
  transactions: {
    ...STATS,
    timeoutMs: 2_000,
    retry: ONE_ATTEMPT,
    breaker: FIRST_FAILURE_BREAKER,
    limit: STATS_LOW_LIMIT,
  },
  /** Details of one player. */
  playerDetail: { ...STATS, timeoutMs: FORECAST_TIMEOUT_MS, retry: TWO_ATTEMPTS, limit: STATS_LOW_LIMIT },
  lines: {
    id: 'lines',
    service: 'PrizePicks',
    timeoutMs: 20_000,
    // The whole book with all leagues was 2 MB when it was recorded.
    maxBytes: 16 * MEBIBYTE,
    retry: LINES_RETRY,
    breaker: BREAKER,
    // As many as toward the stats service. The back-off of row H5 is the only pace.
    limit: { inFlight: STATS_PACE.subBatch },
  },
  football: { ...SECONDARY, id: 'football', service: 'ESPN' },
  /** Schedules of two weeks, injuries and rosters of the sports whose logs are made of box scores. */
  leagues: { ...SECONDARY, id: 'football', service: 'ESPN', timeoutMs: 15_000, maxBytes: 24 * MEBIBYTE },
  /** Box scores: hundreds at the first start. */
  boxScores: {
    ...SECONDARY,
    id: 'football',
    service: 'ESPN',
    breaker: BREAKER,
    limit: { ...SECONDARY.limit, priority: 'low' },
  },
  weather: { ...SECONDARY, id: 'weather', service: 'Open-Meteo' },
  weatherBackup: {
    ...SECONDARY,
    id: 'weatherBackup',
    service: 'The National Weather Service',
    accept: 'application/geo+json',
  },
  /** Prices of bookmakers. Every answer may cost credits, also an error, so no request is repeated. */
  odds: {
    id: 'odds',
    service: 'The odds service',
    timeoutMs: 10_000,
    // A game with 28 markets at ten books takes about 1 MB.
    maxBytes: 16 * MEBIBYTE,
    retry: ONE_ATTEMPT,
    breaker: BREAKER,
    limit: { inFlight: 4 },
  },
} as const satisfies Record<string, UpstreamPolicy>

export type RequestKind = keyof typeof POLICIES
export type ServiceClients = Readonly<Record<RequestKind, ServiceClient>>

/** The weather policy where a backup is configured: the first failure opens the breaker. */
export const WEATHER_WITH_BACKUP: UpstreamPolicy = { ...POLICIES.weather, breaker: FIRST_FAILURE_BREAKER }
