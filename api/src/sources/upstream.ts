import type { SportCode } from '@propsight/shared/domain'
import { bulkhead } from 'cockatiel'
import type { Logger } from 'pino'
import type { Metrics } from '../platform/metrics.ts'
import type { RedisClient } from '../platform/redis.ts'
import type { BreakerState } from '../platform/service-client/breaker.ts'
import { createHttpClient } from '../platform/service-client/http-client.ts'
import { createPacer, type PaceRule, type Pacer } from '../platform/service-client/pacer.ts'
import {
  createServiceClient,
  type Limiter,
  type ServiceClient,
} from '../platform/service-client/service-client.ts'
import type { Telemetry } from '../platform/telemetry/telemetry.ts'
import { systemTimer, type Timer } from '../platform/timer.ts'
import type { BoxScoreLeague } from './box-score-league.ts'
import { createEspnLeague } from './espn/espn-league.ts'
import { createFootballClient, type FootballClient } from './football/football-client.ts'
import { createLinesClient, type LinesClient } from './lines/lines-client.ts'
import { NBA } from './nba/nba-sport.ts'
import { NFL } from './nfl/nfl-sport.ts'
import { createOddsClient, type OddsClient } from './odds/odds-client.ts'
import {
  POLICIES,
  type RequestKind,
  type ServiceClients,
  type ServiceId,
  STATS_PACE,
  type UpstreamPolicy,
  WEATHER_WITH_BACKUP,
} from './policies.ts'
import { createStatsClient } from './stats/create-stats-client.ts'
import type { StatsClient } from './stats/stats-client.ts'
import { createWeatherClient } from './weather/create-weather-client.ts'
import type { WeatherClient } from './weather/weather-client.ts'

/** The sports besides baseball. */
const LEAGUES = [NBA, NFL]

interface ServiceState {
  breaker: BreakerState
}
export type UpstreamState = Record<'stats service' | 'lines' | 'football' | 'weather', ServiceState> &
  /** Absent without an odds source, and while no sport besides baseball is open. */
  Partial<Record<'odds' | 'leagues', ServiceState>>

/** The clients of all upstream services, with pacing, single flight, caches and retries. One per process. */
export interface Upstream {
  stats: StatsClient
  lines: LinesClient
  football: FootballClient
  weather: WeatherClient
  /** The open sports besides baseball. */
  leagues: readonly BoxScoreLeague[]
  /** Null without an odds source. */
  odds: OddsClient | null
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
  /** The open sports; baseball always is. */
  sports?: readonly SportCode[]
  /** Origin and API key of the odds service. No odds if null or omitted. */
  odds?: { url: string; key: string } | null
  /** Shares caches and pacing between instances. */
  redis: RedisClient | null
  log: Logger
  metrics?: Metrics
  telemetry?: Telemetry
  timer?: Timer
  /** Pacing of all calls; changed by tests only. */
  pacing?: PaceRule
  /** Upper bound on the timeout of every call, in milliseconds; set by tests only. */
  longestCallMs?: number
}

/** Origin of each service. */
const listOrigins = ({ statsUrl, linesUrl, footballUrl, weatherUrl, ...options }: UpstreamOptions) =>
  ({
    stats: statsUrl,
    lines: linesUrl,
    football: footballUrl ?? statsUrl,
    weather: weatherUrl ?? statsUrl,
    weatherBackup: options.weatherBackupUrl ?? weatherUrl ?? statsUrl,
    odds: options.odds?.url ?? statsUrl,
  }) satisfies Record<ServiceId, string>

/** Creates the limiters of all services. Requests to one service share its pace. */
function createLimiters(
  { redis, log, pacing }: UpstreamOptions,
  origins: Record<ServiceId, string>,
  timer: Timer,
) {
  const pacers = new Map<ServiceId, Pacer>()
  const pacerOf = (id: ServiceId, rule: PaceRule, acrossInstances: boolean): Pacer => {
    const name = new URL(origins[id]).host
    const shared = acrossInstances && redis ? { redis, name, log } : null
    const pacer = pacers.get(id) ?? createPacer({ rule, timer, shared })
    pacers.set(id, pacer)
    return pacer
  }
  const limiterOf = ({ id, limit }: UpstreamPolicy): Limiter => {
    if ('inFlight' in limit) {
      const inTurn = bulkhead(limit.inFlight, Number.POSITIVE_INFINITY)
      return (request) => inTurn.execute(request)
    }
    const pacer = pacerOf(
      id,
      id === 'stats' ? (pacing ?? STATS_PACE) : (pacing ?? limit.pace),
      limit.acrossInstances,
    )
    return (request) => pacer.run(request, limit.priority)
  }
  const close = () => {
    for (const pacer of pacers.values()) pacer.close()
  }
  return { limiterOf, close }
}

/** Creates the clients of all upstream services. No request is sent before a client is used. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { redis, log, metrics, telemetry, timer = systemTimer } = options
  const { weatherKey, weatherBackupUrl = null, odds = null, sports = [] } = options
  const { longestCallMs = Number.POSITIVE_INFINITY } = options
  const policies: Record<RequestKind, UpstreamPolicy> = {
    ...POLICIES,
    weather: weatherBackupUrl ? WEATHER_WITH_BACKUP : POLICIES.weather,
  }
  const origins = listOrigins(options)
  const http = createHttpClient(timer)
  const limiters = createLimiters(options, origins, timer)
  const client = (kind: RequestKind): ServiceClient => {
    const policy = policies[kind]
    return createServiceClient({
      label: kind,
      origin: origins[policy.id],
      policy: { ...policy, timeoutMs: Math.min(policy.timeoutMs, longestCallMs) },
      http,
      limiter: limiters.limiterOf(policy),
      timer,
      log,
      metrics,
      telemetry,
    })
  }
  const kinds = Object.keys(POLICIES) as RequestKind[]
  const clients = Object.fromEntries(kinds.map((kind) => [kind, client(kind)])) as ServiceClients
  const common = { timer, redis, log, metrics }
  const leagues = LEAGUES.filter(({ sport }) => sports.includes(sport)).map((sport) =>
    createEspnLeague(sport, { ...common, client: clients.leagues, boxes: clients.boxScores }),
  )
  const stateOf = (kind: RequestKind) => ({ breaker: clients[kind].breakerState() })

  return {
    stats: createStatsClient({ ...common, clients }),
    lines: createLinesClient({ ...common, client: clients.lines }),
    football: createFootballClient({ timer, log, metrics, client: clients.football }),
    weather: createWeatherClient({
      ...common,
      client: clients.weather,
      apiKey: weatherKey,
      backup: weatherBackupUrl ? clients.weatherBackup : null,
    }),
    leagues,
    odds: odds ? createOddsClient({ client: clients.odds, apiKey: odds.key, log }) : null,
    state: () => ({
      'stats service': stateOf('stats'),
      lines: stateOf('lines'),
      football: stateOf('football'),
      weather: stateOf('weather'),
      ...(odds && { odds: stateOf('odds') }),
      ...(leagues.length > 0 && { leagues: stateOf('leagues') }),
    }),
    async close() {
      limiters.close()
      await http.close()
    },
  }
}
