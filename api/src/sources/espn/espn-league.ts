import { addStatTypes } from '@propsight/shared/domain'
import type { Logger } from 'pino'
import * as z from 'zod'
import { createCache, deriveOnce } from '../../platform/cache/cache.ts'
import { type Read, toRead } from '../../platform/cache/freshness.ts'
import { createReadThrough } from '../../platform/cache/read-through.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RedisClient } from '../../platform/redis.ts'
import type { ServiceClient } from '../../platform/service-client/service-client.ts'
import type { Timer } from '../../platform/timer.ts'
import {
  type BoxScoreLeague,
  type LeagueGame,
  type LeagueGames,
  leagueGameSchema,
} from '../box-score-league.ts'
import {
  CLUB_TOTALS_AGES,
  EARLIER_SEASON_AGES,
  FEW_ENTRIES,
  LIVE_AGES,
  SCHEDULE_AGES,
  TEAMS_AGES,
  TRANSACTION_AGES,
  UNFINISHED_AGES,
} from '../constants.ts'
import { findNextGames, RANGE_DAYS } from '../next-games.ts'
import { addDays } from '../stats/finished-games.ts'
import { nextGamesSchema } from '../stats/format/schedule.ts'
import {
  absencesOf,
  boxSchema,
  type EspnBox,
  type EspnGame,
  type EspnSport,
  type FinalGame,
  readBox,
  seasonOf,
} from './espn-sport.ts'
import {
  clubReportSchema,
  espnInjuriesSchema,
  espnRosterSchema,
  espnScoreboardSchema,
  espnSummarySchema,
  isOver,
} from './format.ts'
import { buildLeagueGames, dayOf, finalSchema, toFinal, toGame } from './league-games.ts'

interface EspnLeagueOptions {
  /** For schedules, injuries and rosters, and for box scores. */
  client: ServiceClient
  boxes: ServiceClient
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

/** Games of two seasons, and of the days in which counts are corrected. */
const BOXES = 3_000
const RECENT_BOXES = 200
/** Days after a game in which its league corrects counts. */
const CORRECTED_DAYS = 4
/** Days of a request for the schedule of a sport whose lines are on games of the week. They begin on a Thursday. */
const WEEK = 7
const DAY_MS = 86_400_000

/** The ranges of days from the start of the last season to yesterday, each of `RANGE_DAYS` days of the calendar. */
function rangesUntil(sport: EspnSport, today: string): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = []
  let from = `${seasonOf(sport, today) - 1}-${sport.seasonBegins}`
  while (from < today) {
    ranges.push({ from, to: addDays(from, RANGE_DAYS - 1) })
    from = addDays(from, RANGE_DAYS)
  }
  return ranges
}

/** The games of a read of several days, by day. */
const byDay = deriveOnce((games: readonly LeagueGame[]) =>
  Map.groupBy(games, ({ officialDate }) => officialDate ?? ''),
)
const NO_GAMES: LeagueGame[] = []

/**
 * Client of ESPN's public endpoints for a sport. Creating it opens the markets of the sport. Finished games are read once
 * and kept; with Redis, all instances share them.
 */
export function createEspnLeague(
  sport: EspnSport,
  { client, boxes, ...parts }: EspnLeagueOptions,
): BoxScoreLeague {
  addStatTypes(sport.stats)
  const { timer, log } = parts
  const base = `/apis/site/v2/sports/${sport.path}`
  const name = sport.sport.toLowerCase()
  const days = createReadThrough({
    ...parts,
    name: `${name}-days:2`,
    schema: z.array(leagueGameSchema) as z.ZodType<LeagueGame[]>,
    ages: SCHEDULE_AGES,
    entries: FEW_ENTRIES,
  })
  const next = createReadThrough({
    ...parts,
    name: `${name}-next-games:1`,
    schema: nextGamesSchema,
    ages: TEAMS_AGES,
    entries: FEW_ENTRIES,
  })
  const ranges = createReadThrough({
    ...parts,
    name: `${name}-ranges:2`,
    schema: z.array(finalSchema),
    ages: UNFINISHED_AGES,
    entries: FEW_ENTRIES,
  })
  const finals = createReadThrough({
    ...parts,
    name: `${name}-finals:2`,
    schema: boxSchema(sport),
    ages: EARLIER_SEASON_AGES,
    entries: BOXES,
  })
  const recentFinals = createReadThrough({
    ...parts,
    name: `${name}-recent-finals:1`,
    schema: boxSchema(sport),
    ages: CLUB_TOTALS_AGES,
    entries: RECENT_BOXES,
  })
  const live = createReadThrough({
    ...parts,
    name: `${name}-live:2`,
    schema: boxSchema(sport),
    ages: LIVE_AGES,
    entries: FEW_ENTRIES,
  })
  const rosters = createReadThrough({
    ...parts,
    name: `${name}-rosters:1`,
    schema: z.array(z.tuple([z.string(), z.string()])),
    ages: TEAMS_AGES,
    entries: FEW_ENTRIES,
  })
  const reports = createReadThrough({
    ...parts,
    name: `${name}-injuries:2`,
    schema: z.array(clubReportSchema),
    ages: TRANSACTION_AGES,
    entries: 1,
  })

  const compact = (day: string) => day.replaceAll('-', '')
  const scoreboard = async (from: string, to: string) => {
    const dates = from === to ? compact(from) : `${compact(from)}-${compact(to)}`
    return (await client.get(`${base}/scoreboard`, { dates, limit: '400' }, espnScoreboardSchema)).events
  }
  const readSummary = async (id: string) => {
    const summary = await boxes.get(`${base}/summary`, { event: id }, espnSummarySchema)
    return { box: readBox(sport, summary), isOver: isOver(summary) }
  }
  /** A finished game. A box score that is empty or not complete is read again later, a recent one for its corrections. */
  const readFinal = (id: string, cache = recentFinals) =>
    cache.read(id, async () => {
      const { box, isOver } = await readSummary(id)
      // The scoreboard may be ahead of the box score, whose counts would be kept.
      if (!isOver) throw new Error(`the box score of ${id} is from before the end`)
      if (box.lines.length === 0) throw new Error(`the box score of ${id} is empty`)
      return box
    })
  const span = sport.daysAhead > 1 ? WEEK : 1
  async function schedule(day: string): Promise<Read<LeagueGame[]>> {
    const from = addDays(day, -((Date.parse(day) / DAY_MS) % span))
    const to = addDays(from, span - 1)
    const read = await days.read(from, async () =>
      (await scoreboard(from, to))
        .filter((event) => dayOf(event) >= from && dayOf(event) <= to)
        .flatMap((event) => toGame(sport, event)),
    )
    return { ...read, value: byDay(read.value).get(day) ?? NO_GAMES }
  }

  async function listFinals(today: string): Promise<FinalGame[]> {
    const recent = [addDays(today, -1), today].map((day) => ({ from: day, to: day }))
    const lists = await Promise.all(
      [...rangesUntil(sport, today), ...recent].map(({ from, to }) => {
        const read = async () => (await scoreboard(from, to)).flatMap((event) => toFinal(sport, event))
        // Games of last night are over within minutes of a read.
        return from === to ? read() : ranges.read(from, read).then(({ value }) => value)
      }),
    )
    const games = new Map(lists.flat().map((game) => [game.id, game]))
    return [...games.values()].toSorted((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id))
  }

  /** Positions by player, of the clubs whose rosters can be read. */
  async function readPositions(): Promise<ReadonlyMap<string, string>> {
    const read = await Promise.allSettled(
      sport.rosters.map((club) =>
        rosters.read(club, async () => {
          const { athletes } = await client.get(`${base}/teams/${club}/roster`, {}, espnRosterSchema)
          return athletes
            .flatMap(({ items }) => items)
            .map(({ id, position }): [string, string] => [String(id), position.abbreviation])
        }),
      ),
    )
    const failed = read.filter(({ status }) => status === 'rejected').length
    if (failed > 0) log.warn({ failed, sport: sport.sport }, 'positions are those of the box scores')
    return new Map(read.flatMap((each) => (each.status === 'fulfilled' ? each.value.value : [])))
  }

  let last: { key: string; games: LeagueGames } | undefined
  async function loadGames(today: string): Promise<LeagueGames> {
    const [listed, positions] = await Promise.all([listFinals(today), readPositions()])
    const corrected = addDays(today, -CORRECTED_DAYS)
    const games = await Promise.all(
      listed.map(async (game): Promise<EspnGame | null> => {
        try {
          const { value } = await readFinal(game.id, game.date < corrected ? finals : recentFinals)
          const lines = value.lines.map((line) => {
            const position = positions.get(line.playerId)
            return position === undefined ? line : { ...line, position }
          })
          return { ...game, lines }
        } catch (error) {
          log.warn({ err: error, game: game.id }, 'the logs of a sport lack a game')
          return null
        }
      }),
    )
    const read = games.filter((game) => game !== null)
    const key = JSON.stringify([read.map(({ id }) => id), [...positions]])
    // The same object while no game is added and no position changes, so that forecasts are kept.
    if (last?.key !== key) last = { key, games: await buildLeagueGames(sport, read) }
    return last.games
  }
  const leagues = createCache<LeagueGames>({ ages: SCHEDULE_AGES, now: timer.now, entries: 2 })

  return {
    sport: sport.sport,
    group: sport.group,
    engine: sport.engine,
    odds: sport.odds,
    pictureWords: sport.pictureWords,
    clubName: (code) => sport.clubs.get(code) ?? null,
    daysAhead: sport.daysAhead,
    schedule,
    nextGames: (day) =>
      next.read(day, () =>
        findNextGames(
          day,
          async (from, to) => (await scoreboard(from, to)).flatMap((event) => toGame(sport, event)),
          // The schedule names a season as ESPN does.
          async (season) =>
            (await listFinals(day)).some((final) => String(final.season + sport.namedLater) === season),
        ),
      ),
    async games(today) {
      const { value, readAtMs, stale } = await leagues.read(today, async () => {
        const readAtMs = timer.now()
        return { value: await loadGames(today), readAtMs }
      })
      return toRead({ value, readAtMs }, timer.now(), stale)
    },
    async absences() {
      const read = await reports.read('all', async () => {
        const { injuries } = await client.get(`${base}/injuries`, {}, espnInjuriesSchema)
        return injuries.flatMap(({ displayName, injuries: ofClub }) => {
          const [club = null] = [...sport.clubs].find(([, fullName]) => fullName === displayName) ?? []
          return ofClub.map((report) => ({ ...report, club }))
        })
      })
      return { ...read, value: absencesOf(read.value, sport) }
    },
    async boxScore(gamePk, hasEnded) {
      const id = String(gamePk)
      const read: Read<EspnBox> = hasEnded
        ? await readFinal(id)
        : await live.read(id, async () => (await readSummary(id)).box)
      const { lines, unreadable, others } = read.value
      return {
        ...read,
        value: {
          isEmpty: lines.length === 0,
          listsAll: sport.noCounts === null,
          countsOf(athleteId) {
            const playerId = String(athleteId)
            if (unreadable.includes(playerId))
              throw new Error('the line of a player in a box score cannot be read')
            const line = lines.find((each) => each.playerId === playerId)
            return line?.counts ?? (others.includes(playerId) ? sport.noCounts : null)
          },
        },
      }
    },
  }
}
