import { easternDate } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Read } from '../../platform/cache/freshness.ts'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import type { Timer } from '../../platform/timer.ts'
import { FEW_ENTRIES, SCHEDULE_AGES } from '../constants.ts'
import { type EspnEvent, espnScoreboardSchema } from '../espn/format.ts'

/** A football game of the scoreboard. */
export interface ScoreboardGame {
  id: string
  /** Kickoff, ISO 8601 in UTC. */
  startsAt: string
  timeTbd: boolean
  state: 'pre' | 'in' | 'post'
  /** Status name of the service, such as `STATUS_POSTPONED`. */
  status: string
  /** Team codes of the service, such as `WSH`. */
  home: string
  away: string
  /** Absent if the service sent no number for a side. */
  score?: { away: number; home: number } | undefined
  stadium: string | null
  neutralSite: boolean
}

/** The football scoreboard. Failures are `UpstreamError`s that name the service. */
export interface FootballClient {
  /** The games of one US Eastern day, `YYYY-MM-DD`. */
  scoreboard(date: string): Promise<Read<ScoreboardGame[]>>
}

interface FootballClientOptions {
  client: ServiceClient
  timer: Timer
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

const PATH = '/apis/site/v2/sports/football/nfl/scoreboard'

const gameSchema: z.ZodType<ScoreboardGame> = z.object({
  id: z.string(),
  startsAt: z.string(),
  timeTbd: z.boolean(),
  state: z.enum(['pre', 'in', 'post']),
  status: z.string(),
  home: z.string(),
  away: z.string(),
  score: z.object({ away: z.int(), home: z.int() }).optional(),
  stadium: z.string().nullable(),
  neutralSite: z.boolean(),
})

const points = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
/** Points of both sides; the service writes them as text. */
const scoreSchema = z.object({ away: points, home: points })

function gameOf({ id, date, status, competitions }: EspnEvent): ScoreboardGame[] {
  const [competition] = competitions
  const side = (which: 'home' | 'away') => competition?.competitors.find(({ homeAway }) => homeAway === which)
  const home = side('home')
  const away = side('away')
  if (!competition || !home?.team.abbreviation || !away?.team.abbreviation) return []
  const score = scoreSchema.safeParse({ away: away.score, home: home.score }).data
  return [
    {
      id,
      startsAt: new Date(date).toISOString(),
      timeTbd: competition.timeValid === false,
      state: status.type.state,
      status: status.type.name,
      home: home.team.abbreviation,
      away: away.team.abbreviation,
      score,
      stadium: competition.venue?.fullName ?? null,
      neutralSite: competition.neutralSite ?? false,
    },
  ]
}

/**
 * Client of ESPN's scoreboard with a cache and single flight per day. The cache is in memory only, because
 * visitors choose the days and Redis has no limit on the number of keys.
 */
export function createFootballClient({ client, timer, log, metrics }: FootballClientOptions): FootballClient {
  const days = createReadThrough({
    name: 'football',
    schema: z.array(gameSchema),
    ages: SCHEDULE_AGES,
    entries: FEW_ENTRIES,
    timer,
    redis: null,
    log,
    metrics,
  })
  return {
    scoreboard: (date) =>
      days.read(date, async () => {
        const query = { dates: date.replaceAll('-', '') }
        const { events } = await client.get(PATH, query, espnScoreboardSchema)
        return events.flatMap(gameOf).filter(({ startsAt }) => easternDate(new Date(startsAt)) === date)
      }),
  }
}
