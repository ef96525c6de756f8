import {
  statsGameSchema,
  statsPeopleSchema,
  statsPersonSchema,
  statsScheduleSchema,
  statsTeamSchema,
  statsTeamsSchema,
} from '@propsight/shared/contracts/statsapi'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { RedisClient } from '../services/redis.ts'
import { createCacheStore } from './cache-store.ts'
import type { Ages } from './constants.ts'
import {
  FEED_ENTRIES,
  FEW_ENTRIES,
  LIVE_AGES,
  LOG_AGES,
  LOG_ENTRIES,
  MIRROR_AGES,
  MIRROR_CHARS,
  MIRROR_ENTRIES,
  ROSTER_AGES,
  SCHEDULE_AGES,
  TEAMS_AGES,
} from './constants.ts'
import { finishedGames } from './finished-games.ts'
import { createGameLogLoader, personLogSchema } from './game-log-loader.ts'
import { createReadThrough } from './read-through.ts'
import { pathWithQuery, type ServiceClient } from './service-client.ts'
import type { StatsClient } from './stats-client.ts'
import type { Timer } from './timer.ts'

interface StatsClientOptions {
  client: ServiceClient
  /** Asks what visitors chose: what the service fails at there must not keep boards from being read. */
  mirrorClient: ServiceClient
  service: string
  timer: Timer
  redis: RedisClient | null
  log: Logger
}

const BASEBALL = '1'

/** The stats service behind caches, one flight per question. */
export function createStatsClient(options: StatsClientOptions): StatsClient {
  const { client, mirrorClient, service, timer, redis, log } = options
  const cached = <T>(name: string, schema: z.ZodType<T>, entries: number, ages: Ages) =>
    createReadThrough({
      store: createCacheStore({ name, schema, entries, keepMs: ages.keepMs, redis, log }),
      ages,
      timer,
    })
  const rosters = cached('roster:1', z.array(statsPersonSchema), FEW_ENTRIES, ROSTER_AGES)
  const clubs = cached('teams:1', z.array(statsTeamSchema), FEW_ENTRIES, TEAMS_AGES)
  const schedules = cached('schedule:1', z.array(statsGameSchema), FEW_ENTRIES, SCHEDULE_AGES)
  // Visitors choose these keys: they are bounded by their size, and Redis, which has no such bound, does not hold them.
  const mirrored = (name: string, entries: number, ages: Ages) => {
    const bounds = { entries, memoryChars: MIRROR_CHARS, keepMs: ages.keepMs }
    const store = createCacheStore({ name, schema: z.unknown(), ...bounds, redis: null, log })
    return createReadThrough({ store, ages, timer })
  }
  const mirror = mirrored('mirror', MIRROR_ENTRIES, MIRROR_AGES)
  const live = mirrored('live', FEED_ENTRIES, LIVE_AGES)

  const teams: StatsClient['teams'] = (season) =>
    clubs.read(String(season), async () => {
      const query = { sportId: BASEBALL, season: String(season) }
      return (await client.get('/api/v1/teams', query, statsTeamsSchema)).teams
    })
  const schedule: StatsClient['schedule'] = (date) =>
    schedules.read(date, async () => {
      const query = { sportId: BASEBALL, date, hydrate: 'team,probablePitcher' }
      const { dates } = await client.get('/api/v1/schedule', query, statsScheduleSchema)
      return dates.flatMap((day) => day.games)
    })
  const loader = createGameLogLoader({
    client,
    service,
    timer,
    store: createCacheStore({
      name: 'log:1',
      schema: personLogSchema,
      entries: LOG_ENTRIES,
      keepMs: LOG_AGES.keepMs,
      redis,
      log,
    }),
    teamCodes: async (season) =>
      new Map((await teams(season)).value.map(({ id, abbreviation }) => [id, abbreviation])),
    finishedGames: (today) => finishedGames(schedule, today),
  })

  return {
    teams,
    players: (season) =>
      rosters.read(String(season), async () => {
        const query = { season: String(season) }
        return (await client.get('/api/v1/sports/1/players', query, statsPeopleSchema)).people
      }),
    schedule,
    gameLogs: loader,
    raw: (path, query) => {
      const moving = /\/(feed\/live|linescore|boxscore)$/.test(path)
      return (moving ? live : mirror).read(pathWithQuery(path, query), () =>
        mirrorClient.get(path, query, z.unknown()),
      )
    },
  }
}
