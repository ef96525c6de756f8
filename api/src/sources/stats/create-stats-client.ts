import { ORDER_DAYS, RECENT_DAYS } from '@propsight/shared/domain/engine'
import type { Logger } from 'pino'
import * as z from 'zod'
import type { Ages } from '../../platform/cache/freshness.ts'
import { createReadThrough, type ReadThrough } from '../../platform/cache/read-through.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { RedisClient } from '../../platform/redis.ts'
import { pathWithQuery, type ServiceClient } from '../../platform/service-client/service-client.ts'
import type { Timer } from '../../platform/timer.ts'
import {
  CLUB_SEASON_AGES,
  CLUB_TOTALS_AGES,
  DETAIL_ENTRIES,
  EARLIER_LOG_AGES,
  EARLIER_LOG_ENTRIES,
  EARLIER_SEASON_AGES,
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
  SPAN_ENTRIES,
  SPLIT_AGES,
  TEAMS_AGES,
  TRANSACTION_AGES,
  UNFINISHED_AGES,
} from '../constants.ts'
import type { ServiceClients } from '../policies.ts'
import { loadClubSeason } from './club-season.ts'
import type { TeamCodes } from './compact-game.ts'
import { addDays, dayAfter, dayBefore, finishedGames, listUnfinished } from './finished-games.ts'
import {
  statsPeopleSchema,
  statsPersonSchema,
  statsTeamSchema,
  statsTeamsSchema,
  statsTransactionSchema,
} from './format/roster.ts'
import {
  clubGameSchema,
  firstGameDay,
  listGames,
  type NextGames,
  nextGamesSchema,
  statsDaysSchema,
  statsGameSchema,
  statsOrdersSchema,
  statsScheduleSchema,
  statsStatesSchema,
} from './format/schedule.ts'
import {
  clubHittingSchema,
  clubPitchingSchema,
  playerTotalsSchema,
  seasonTotalsSchema,
} from './format/season-stats.ts'
import { playerSplitsSchema, vsPitcherSchema } from './format/splits.ts'
import { createGameLogLoader, personLogSchema } from './game-log-loader.ts'
import { loadPlayerSplits, loadVsPitcher } from './player-splits.ts'
import type { GameOrders, StatsClient } from './stats-client.ts'
import { loadClubBatting, loadClubPitching, loadPlayerTotals, loadSeasonTotals } from './totals.ts'
import { loadTransactions } from './transactions.ts'

interface StatsClientOptions {
  clients: ServiceClients
  timer: Timer
  redis: RedisClient | null
  log: Logger
  metrics?: Pick<Metrics, 'cacheReads'> | undefined
}

const BASEBALL = '1'
const REGULAR_SEASON = 'R'

const seasonOf = (day: string): number => Number(day.slice(0, 4))

const ids = z.array(z.int())
const ordersSchema: z.ZodType<GameOrders> = z.object({
  gamePk: z.int(),
  homeClub: z.int().nullable(),
  awayClub: z.int().nullable(),
  home: ids,
  away: ids,
})

/** Loads the batting orders of the `ORDER_DAYS` days before a league day. @throws UpstreamError */
async function loadOrders(client: ServiceClient, day: string): Promise<GameOrders[]> {
  const query = {
    sportId: BASEBALL,
    startDate: addDays(day, -ORDER_DAYS),
    endDate: dayBefore(day),
    gameType: REGULAR_SEASON,
    hydrate: 'lineups',
    fields: 'dates,games,gamePk,teams,home,away,team,lineups,homePlayers,awayPlayers,id',
  }
  const { dates } = await client.get('/api/v1/schedule', query, statsOrdersSchema)
  const idsOf = (players: readonly { id: number }[] = []) => players.map(({ id }) => id)
  const games = dates.flatMap((each) => each.games)
  return [...new Map(games.map((game) => [game.gamePk, game])).values()].map(
    ({ gamePk, teams, lineups }) => ({
      gamePk,
      homeClub: teams?.home.team.id ?? null,
      awayClub: teams?.away.team.id ?? null,
      home: idsOf(lineups?.homePlayers),
      away: idsOf(lineups?.awayPlayers),
    }),
  )
}

/** A day without games is followed by one within this time, except after the last day of a season. */
const SOON_DAYS = 10
/** The schedule of a season is published before the last one ends. */
const SCHEDULED_DAYS = 220

/** Loads the next day with games after a league day. @throws UpstreamError */
async function loadNextGames(client: ServiceClient, day: string): Promise<NextGames | null> {
  const read = async (startDate: string, endDate: string) => {
    const query = { sportId: BASEBALL, startDate, endDate, fields: 'dates,date,games,gameType' }
    return firstGameDay(await client.get('/api/v1/schedule', query, statsDaysSchema))
  }
  const soon = addDays(day, SOON_DAYS)
  const next = (await read(dayAfter(day), soon)) ?? (await read(dayAfter(soon), addDays(day, SCHEDULED_DAYS)))
  if (next === null) return null
  const opensSeason =
    seasonOf(next.date) !== seasonOf(day) || (await read(`${seasonOf(day)}-01-01`, day)) === null
  return { ...next, opensSeason }
}

type CreateCache = <T>(name: string, schema: z.ZodType<T>, entries: number, ages: Ages) => ReadThrough<T>

/** Reads what lists the league: clubs, players, games of a day, transactions. */
function createListReads({ clients, log }: StatsClientOptions, createCache: CreateCache) {
  const rosters = createCache('roster:1', z.array(statsPersonSchema), FEW_ENTRIES, ROSTER_AGES)
  const clubs = createCache('teams:1', z.array(statsTeamSchema), FEW_ENTRIES, TEAMS_AGES)
  const schedules = createCache('schedule:2', z.array(statsGameSchema), FEW_ENTRIES, SCHEDULE_AGES)
  const nextGames = createCache('next-games:1', nextGamesSchema, FEW_ENTRIES, TEAMS_AGES)
  const transactions = createCache(
    'transactions:1',
    z.array(statsTransactionSchema),
    SPAN_ENTRIES,
    TRANSACTION_AGES,
  )
  return {
    teams: (season) =>
      clubs.read(String(season), async () => {
        const query = { sportId: BASEBALL, season: String(season) }
        return (await clients.stats.get('/api/v1/teams', query, statsTeamsSchema)).teams
      }),
    players: (season) =>
      rosters.read(String(season), async () => {
        const query = { season: String(season) }
        return (await clients.stats.get('/api/v1/sports/1/players', query, statsPeopleSchema)).people
      }),
    schedule: (date) =>
      schedules.read(date, async () => {
        const query = { sportId: BASEBALL, date, hydrate: 'team,probablePitcher(person),lineups' }
        return listGames(await clients.stats.get('/api/v1/schedule', query, statsScheduleSchema))
      }),
    nextGames: (day) => nextGames.read(day, () => loadNextGames(clients.stats, day)),
    transactions: (startDate, endDate) =>
      transactions.read(`${startDate}:${endDate}`, () =>
        loadTransactions(clients.transactions, startDate, endDate, log),
      ),
  } satisfies Partial<StatsClient>
}

/** Reads totals of clubs and players, and batting orders: the inputs of forecasts besides game logs. */
function createTotalsReads({ clients }: StatsClientOptions, createCache: CreateCache) {
  const batting = createCache('club-batting:1', z.array(clubHittingSchema), FEW_ENTRIES, CLUB_TOTALS_AGES)
  const recent = createCache('club-recent:1', z.array(clubHittingSchema), FEW_ENTRIES, CLUB_TOTALS_AGES)
  const pitching = createCache('club-pitching:1', z.array(clubPitchingSchema), FEW_ENTRIES, CLUB_TOTALS_AGES)
  const orders = createCache('orders:3', z.array(ordersSchema), FEW_ENTRIES, CLUB_TOTALS_AGES)
  const seasons = createCache('season-totals:2', seasonTotalsSchema, FEW_ENTRIES, EARLIER_SEASON_AGES)
  const playerTotals = createCache('player-totals:1', playerTotalsSchema, FEW_ENTRIES, CLUB_TOTALS_AGES)
  return {
    teamBatting: (season) => batting.read(String(season), () => loadClubBatting(clients.teamTotals, season)),
    teamPitching: (season) =>
      pitching.read(String(season), () => loadClubPitching(clients.teamTotals, season)),
    recentTeamBatting: (day) =>
      recent.read(day, () =>
        loadClubBatting(clients.recentTeamTotals, seasonOf(day), {
          stats: 'byDateRange',
          startDate: addDays(day, -RECENT_DAYS),
          endDate: dayBefore(day),
        }),
      ),
    battingOrders: (day) => orders.read(day, () => loadOrders(clients.battingOrders, day)),
    seasonTotals: (season) =>
      seasons.read(String(season), () => loadSeasonTotals(clients.seasonTotals, season)),
    playerTotals: (season) =>
      playerTotals.read(String(season), () => loadPlayerTotals(clients.seasonTotals, season)),
  } satisfies Partial<StatsClient>
}

/** Reads game logs: those of the current season without unfinished games, those of earlier ones for weeks. */
function createLogReads(
  { clients, timer, log }: StatsClientOptions,
  createCache: CreateCache,
  { teams, schedule }: Pick<StatsClient, 'teams' | 'schedule'>,
) {
  const unfinished = createCache('unfinished:1', ids, FEW_ENTRIES, UNFINISHED_AGES)
  const readUnfinished = (today: string) =>
    unfinished.read(String(seasonOf(today)), async () => {
      const query = {
        sportId: BASEBALL,
        startDate: `${seasonOf(today)}-01-01`,
        endDate: today,
        gameType: REGULAR_SEASON,
        fields: 'dates,games,gamePk,status,abstractGameState,codedGameState',
      }
      return listUnfinished(await clients.stats.get('/api/v1/schedule', query, statsStatesSchema))
    })
  const codesOf = async (season: number): Promise<TeamCodes> =>
    new Map((await teams(season)).value.map(({ id, abbreviation }) => [id, abbreviation]))
  const currentLogs = createGameLogLoader({
    client: clients.stats,
    timer,
    log,
    ages: LOG_AGES,
    cache: createCache('log:1', personLogSchema, LOG_ENTRIES, LOG_AGES),
    // Without club codes, opponents are shown by their names.
    teamCodes: ({ season }) => codesOf(season).catch((): TeamCodes => new Map()),
    finishedGames: (today) => finishedGames(schedule, () => readUnfinished(today), today),
  })
  const earlierLogs = createGameLogLoader({
    client: clients.earlierLogs,
    timer,
    log,
    ages: EARLIER_LOG_AGES,
    cache: createCache('earlier-log:1', personLogSchema, EARLIER_LOG_ENTRIES, EARLIER_LOG_AGES),
    // Today's codes: clubs move and are renamed, but keep their ids.
    teamCodes: ({ today }) => codesOf(seasonOf(today)),
    finishedGames: async () => () => true,
  })

  return {
    gameLogs: (personIds, group, season, today) =>
      (season < seasonOf(today) ? earlierLogs : currentLogs)(personIds, group, season, today),
  } satisfies Partial<StatsClient>
}

/** Reads the parts of the details of a player. */
function createDetailReads({ clients }: StatsClientOptions, createCache: CreateCache) {
  const client = clients.playerDetail
  const clubSeasons = createCache('club-season:1', z.array(clubGameSchema), FEW_ENTRIES, CLUB_SEASON_AGES)
  const splits = createCache('splits:1', playerSplitsSchema, DETAIL_ENTRIES, SPLIT_AGES)
  const pitcherMatchups = createCache('vs-pitcher:2', vsPitcherSchema, DETAIL_ENTRIES, SPLIT_AGES)
  const ignoredForms = new Set<number>()
  return {
    clubSeason: (clubId, season) =>
      clubSeasons.read(`${clubId}:${season}`, () => loadClubSeason(client, clubId, season)),
    playerSplits: (personId, group, season) =>
      splits.read(`${personId}:${group}:${season}`, () =>
        loadPlayerSplits(client, { personId, group, season }, ignoredForms),
      ),
    vsPitcher: (batterId, pitcherId) =>
      pitcherMatchups.read(`${batterId}:${pitcherId}`, () => loadVsPitcher(client, batterId, pitcherId)),
  } satisfies Partial<StatsClient>
}

/** Reads paths that visitors choose. */
function createRawReads({ clients, timer, log, metrics }: StatsClientOptions) {
  // Limited by size, and kept out of Redis, which has no such limit.
  const common = { schema: z.unknown(), memoryChars: MIRROR_CHARS, timer, redis: null, log, metrics }
  const mirror = createReadThrough({ ...common, name: 'mirror', entries: MIRROR_ENTRIES, ages: MIRROR_AGES })
  const live = createReadThrough({ ...common, name: 'live', entries: FEED_ENTRIES, ages: LIVE_AGES })
  return {
    raw: (path, query) => {
      const isLive = /\/(feed\/live|linescore|boxscore)$/.test(path)
      return (isLive ? live : mirror).read(pathWithQuery(path, query), () =>
        clients.mirror.get(path, query, z.unknown()),
      )
    },
  } satisfies Partial<StatsClient>
}

/** Creates the client of the stats service, with caches and single flight per request. */
export function createStatsClient(options: StatsClientOptions): StatsClient {
  const { timer, redis, log, metrics } = options
  const createCache: CreateCache = (name, schema, entries, ages) =>
    createReadThrough({ name, schema, entries, ages, timer, redis, log, metrics })
  const lists = createListReads(options, createCache)
  return {
    ...lists,
    ...createTotalsReads(options, createCache),
    ...createLogReads(options, createCache, lists),
    ...createDetailReads(options, createCache),
    ...createRawReads(options),
  }
}
