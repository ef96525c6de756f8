import { availabilitySchema } from '@propsight/shared/contracts'
import { addStatTypes } from '@propsight/shared/domain'
import { NBA_CLUBS, NBA_ENGINE_STATS, NBA_ODDS } from '@propsight/shared/domain/sports/nba'
import type { Logger } from 'pino'
import * as z from 'zod'
import { createCache } from '../../platform/cache/cache.ts'
import { type Read, toRead } from '../../platform/cache/freshness.ts'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RedisClient } from '../../platform/redis.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import type { Timer } from '../../platform/timer.ts'
import type { BoxScoreLeague, LeagueGames } from '../box-score-league.ts'
import {
  EARLIER_SEASON_AGES,
  FEW_ENTRIES,
  LIVE_AGES,
  SCHEDULE_AGES,
  TEAMS_AGES,
  TRANSACTION_AGES,
  UNFINISHED_AGES,
} from '../constants.ts'
import { espnScoreboardSchema } from '../football/format.ts'
import { findNextGames, RANGE_DAYS } from '../next-games.ts'
import { addDays } from '../stats/finished-games.ts'
import { nextGamesSchema, type StatsGame, statsGameSchema } from '../stats/format/schedule.ts'
import { dayOf, type FinalGame, finalSchema, toFinal, toGame } from './events.ts'
import {
  boxLineSchema,
  espnInjuriesSchema,
  espnSummarySchema,
  type InjuryReport,
  type NbaBox,
  readBox,
} from './format.ts'
import { buildNbaGames, NBA_ENGINE, type NbaGame, nbaSeasonOf } from './nba-league.ts'

interface NbaClientOptions {
  /** For schedules and injuries, and for box scores. */
  client: ServiceClient
  boxes: ServiceClient
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

const BASE = '/apis/site/v2/sports/basketball/nba'
/** Games of two seasons. */
const BOXES = 3_000

const boxSchema: z.ZodType<NbaBox> = z.object({
  lines: z.array(boxLineSchema),
  unreadable: z.array(z.string()),
})
/** The ranges of days from the start of the last season to yesterday, each of `RANGE_DAYS` days of the calendar. */
function rangesUntil(today: string): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  let from = `${nbaSeasonOf(today) - 1}-10-01`
  while (from < today) {
    ranges.push({ from, to: addDays(from, RANGE_DAYS - 1) })
    from = addDays(from, RANGE_DAYS)
  }
  return ranges
}

const OUT = new Set(['Out', 'Injured Reserve', 'Suspension'])
const MAX_LABEL = 60
const MAX_TEXT = 400

const toAvailability = ({ status, part, date, text }: InjuryReport) =>
  availabilitySchema.parse({
    state: 'out',
    label: `${status}${part && `: ${part.toLowerCase()}`}`.slice(0, MAX_LABEL),
    date,
    text: text.slice(0, MAX_TEXT),
  })

/**
 * Client of ESPN's public endpoints for the NBA. Creating it opens the markets of the sport. Finished games are read once
 * and kept; with Redis, all instances share them.
 */
export function createNbaClient({ client, boxes, ...parts }: NbaClientOptions): BoxScoreLeague {
  addStatTypes(NBA_ENGINE_STATS)
  const { timer, log } = parts
  const days = createReadThrough({
    ...parts,
    name: 'nba-days:1',
    schema: z.array(statsGameSchema) as z.ZodType<StatsGame[]>,
    ages: SCHEDULE_AGES,
    entries: FEW_ENTRIES,
  })
  const next = createReadThrough({
    ...parts,
    name: 'nba-next-games:1',
    schema: nextGamesSchema,
    ages: TEAMS_AGES,
    entries: FEW_ENTRIES,
  })
  const ranges = createReadThrough({
    ...parts,
    name: 'nba-ranges:1',
    schema: z.array(finalSchema),
    ages: UNFINISHED_AGES,
    entries: FEW_ENTRIES,
  })
  const finals = createReadThrough({
    ...parts,
    name: 'nba-finals:1',
    schema: boxSchema,
    ages: EARLIER_SEASON_AGES,
    entries: BOXES,
  })
  const live = createReadThrough({
    ...parts,
    name: 'nba-live:1',
    schema: boxSchema,
    ages: LIVE_AGES,
    entries: FEW_ENTRIES,
  })
  const reports = createReadThrough({
    ...parts,
    name: 'nba-injuries:1',
    schema: z.array(
      z.object({
        personId: z.int(),
        status: z.string(),
        date: z.string(),
        text: z.string(),
        part: z.string(),
      }),
    ),
    ages: TRANSACTION_AGES,
    entries: 1,
  })

  const compact = (day: string) => day.replaceAll('-', '')
  const scoreboard = async (from: string, to: string) => {
    const dates = from === to ? compact(from) : `${compact(from)}-${compact(to)}`
    return (await client.get(`${BASE}/scoreboard`, { dates, limit: '400' }, espnScoreboardSchema)).events
  }
  const readSummary = async (id: string) =>
    readBox(await boxes.get(`${BASE}/summary`, { event: id }, espnSummarySchema))
  /** A finished game. An empty box score is read again later. */
  const readFinal = (id: string) =>
    finals.read(id, async () => {
      const box = await readSummary(id)
      if (box.lines.length === 0) throw new Error(`the box score of ${id} is empty`)
      return box
    })
  const schedule = (day: string) =>
    days.read(day, async () =>
      (await scoreboard(day, day)).filter((event) => dayOf(event) === day).flatMap(toGame),
    )

  async function listFinals(today: string): Promise<FinalGame[]> {
    const recent = [addDays(today, -1), today].map((day) => ({ from: day, to: day }))
    const lists = await Promise.all(
      [...rangesUntil(today), ...recent].map(({ from, to }) => {
        const read = async () => (await scoreboard(from, to)).flatMap(toFinal)
        // Games of last night are over within minutes of a read.
        return from === to ? read() : ranges.read(from, read).then(({ value }) => value)
      }),
    )
    const games = new Map(lists.flat().map((game) => [game.id, game]))
    return [...games.values()].toSorted((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id))
  }

  let last: { ids: string; games: LeagueGames } | undefined
  async function loadGames(today: string): Promise<LeagueGames> {
    const listed = await listFinals(today)
    const games = await Promise.all(
      listed.map(async (game): Promise<NbaGame | null> => {
        try {
          const { value } = await readFinal(game.id)
          return { ...game, lines: value.lines }
        } catch (error) {
          log.warn({ err: error, game: game.id }, 'the logs of a sport lack a game')
          return null
        }
      }),
    )
    const read = games.filter((game) => game !== null)
    const ids = read.map(({ id }) => id).join()
    // The same object while no game is added, so that forecasts are kept.
    if (last?.ids !== ids) last = { ids, games: await buildNbaGames(read) }
    return last.games
  }
  const leagues = createCache<LeagueGames>({ ages: SCHEDULE_AGES, now: timer.now, entries: 2 })

  return {
    sport: 'NBA',
    group: 'basketball',
    engine: NBA_ENGINE,
    clubName(code) {
      const club = NBA_CLUBS.find((each) => each.code === code)
      return club ? `${club.place} ${club.nickname}` : null
    },
    odds: NBA_ODDS,
    schedule,
    nextGames: (day) =>
      next.read(day, () =>
        findNextGames(
          day,
          async (from, to) => (await scoreboard(from, to)).flatMap(toGame),
          // The schedule names a season by the year in which it ends, as ESPN does.
          async (season) => (await listFinals(day)).some((final) => String(final.season + 1) === season),
        ),
      ),
    async games(today) {
      const { value, readAtMs, stale } = await leagues.read(today, async () => {
        const readAtMs = timer.now()
        return { value: await loadGames(today), readAtMs }
      })
      return toRead({ value, readAtMs }, timer.now(), stale)
    },
    async availability() {
      const read = await reports.read('all', async () => {
        const { injuries } = await client.get(`${BASE}/injuries`, {}, espnInjuriesSchema)
        return injuries.flatMap((club) => club.injuries)
      })
      const out = read.value.filter(({ status }) => OUT.has(status))
      return { ...read, value: new Map(out.map((report) => [report.personId, toAvailability(report)])) }
    },
    async boxScore(gamePk, isOver) {
      const id = String(gamePk)
      const read: Read<NbaBox> = isOver ? await readFinal(id) : await live.read(id, () => readSummary(id))
      const { lines, unreadable } = read.value
      return {
        ...read,
        value: {
          isEmpty: lines.length === 0,
          countsOf(athleteId) {
            if (unreadable.includes(String(athleteId)))
              throw new Error('the line of a player in a box score cannot be read')
            const line = lines.find(({ playerId }) => playerId === String(athleteId))
            return line ? { minutes: line.minutes, ...line.counts } : null
          },
        },
      }
    },
  }
}
