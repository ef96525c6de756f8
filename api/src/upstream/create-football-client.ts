import { espnScoreboardSchema } from '@propsight/shared/contracts/espn'
import { easternDate } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import * as z from 'zod'
import { createCacheStore } from './cache-store.ts'
import { FEW_ENTRIES, SCHEDULE_AGES } from './constants.ts'
import type { FootballClient, ScoreboardGame } from './football-client.ts'
import { createReadThrough } from './read-through.ts'
import type { ServiceClient } from './service-client.ts'
import type { Timer } from './timer.ts'

interface FootballClientOptions {
  client: ServiceClient
  timer: Timer
  log: Logger
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
  stadium: z.string().nullable(),
  neutralSite: z.boolean(),
})

type Event = z.infer<typeof espnScoreboardSchema>['events'][number]

function gameOf({ id, date, status, competitions }: Event): ScoreboardGame[] {
  const [competition] = competitions
  const side = (which: 'home' | 'away') =>
    competition?.competitors.find(({ homeAway }) => homeAway === which)?.team.abbreviation
  const [home, away] = [side('home'), side('away')]
  if (!competition || !home || !away) return []
  return [
    {
      id,
      startsAt: new Date(date).toISOString(),
      timeTbd: competition.timeValid === false,
      state: status.type.state,
      status: status.type.name,
      home,
      away,
      stadium: competition.venue?.fullName ?? null,
      neutralSite: competition.neutralSite ?? false,
    },
  ]
}

/** ESPN's scoreboard behind a cache, one flight a day. Visitors choose the days: Redis does not hold them. */
export function createFootballClient({ client, timer, log }: FootballClientOptions): FootballClient {
  const store = createCacheStore({
    name: 'football',
    schema: z.array(gameSchema),
    entries: FEW_ENTRIES,
    keepMs: SCHEDULE_AGES.keepMs,
    redis: null,
    log,
  })
  const days = createReadThrough({ store, ages: SCHEDULE_AGES, timer })
  return {
    scoreboard: (date) =>
      days.read(date, async () => {
        const { events } = await client.get(PATH, { dates: date.replaceAll('-', '') }, espnScoreboardSchema)
        return events.flatMap(gameOf).filter(({ startsAt }) => easternDate(new Date(startsAt)) === date)
      }),
  }
}
