import {
  type BattingOrders,
  type EarlierSeasons,
  type LeagueRecords,
  type LeagueSeason,
  type LeagueTotals,
  type PitcherSeason,
  SEASONS_BACK,
  type SeasonPlayers,
  type Starter,
  sumStarts,
} from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { dayAfter } from '../../../sources/stats/finished-games.ts'
import type {
  PlayerPitching,
  PlayerTotals,
  SeasonTotals,
} from '../../../sources/stats/format/season-stats.ts'
import type { LeaguePorts, PersonLog } from '../../../sources/stats/stats-client.ts'
import {
  NO_ORDERS,
  pitcherGames,
  toBattingOrders,
  toBattingTotals,
  toLeagueTotals,
  toThrowHand,
} from './engine-records.ts'
import { type OpenGames, openGames } from './open-games.ts'

/**
 * Longest wait for an optional input of a forecast: longer than the wait in a busy queue, shorter than the timeout of a
 * hanging service.
 */
export const OPTIONAL_MS = 4_000
/**
 * Minimum time between two reads, successful or failed. Successful answers stay in the upstream cache for
 * weeks.
 */
const REFRESH_MS = 900_000
/** Time until the players' totals are read again after a failure. */
const RETRY_MS = 30_000

const SEASON_OFFSETS = Array.from({ length: SEASONS_BACK }, (_, at) => at + 1)
export const NO_EARLIER_SEASONS: EarlierSeasons<number> = SEASON_OFFSETS.map(() => null)

export type EarlierSeasonPorts = LeaguePorts<'playerTotals' | 'seasonTotals'>

const toPitchingTotals = ({ gamesPlayed, gamesStarted, hitBatsmen, ...counts }: PlayerPitching['stat']) => ({
  games: gamesPlayed,
  starts: gamesStarted,
  hitByPitch: hitBatsmen,
  ...counts,
})

const toEarlierSeason = deriveOnce((totals: SeasonTotals, season: number): LeagueSeason<number> | null => {
  const { league } = toLeagueTotals(totals.clubs, null, null)
  // Players are compared with the league. A replay has one season only, so its earlier seasons have no league
  // totals.
  if (league.plateAppearances === 0) return null
  return {
    season,
    league,
    batting: new Map(totals.hitters.map(({ player, stat }) => [player.id, toBattingTotals(stat)])),
    pitching: new Map(totals.pitchers.map(({ player, stat }) => [player.id, toPitchingTotals(stat)])),
  }
})

const toPitcherSeason = ({
  gamesPlayed,
  gamesStarted,
  ...counts
}: PlayerPitching['stat']): PitcherSeason => ({
  games: gamesPlayed,
  starts: gamesStarted,
  ...counts,
})

const toSeasonPlayers = deriveOnce(
  ({ hitters, pitchers }: PlayerTotals): SeasonPlayers<number> => ({
    batting: new Map(hitters.map(({ player, stat }) => [player.id, toBattingTotals(stat)])),
    starts: sumStarts(pitchers.map(({ stat }) => toPitcherSeason(stat))),
    starters: new Set(pitchers.flatMap(({ player, stat }) => (stat.gamesStarted > 0 ? [player.id] : []))),
  }),
)

/** Totals of all players: of the current season, null if they cannot be read, and of the seasons before. */
export interface SeasonRecords {
  readonly earlier: EarlierSeasons<number>
  readonly players: SeasonPlayers<number> | null
}

interface ReadState {
  readonly season: number
  records: SeasonRecords
  /** The first read; null once it has ended. */
  firstRead: Promise<void> | null
  /** Monotonic milliseconds (`performance.now`). */
  dueAtMs: number
}
const readStates = new WeakMap<EarlierSeasonPorts['upstream'], ReadState>()

async function read({ upstream, log }: EarlierSeasonPorts, state: ReadState): Promise<void> {
  const readSeason = async (offset: number): Promise<LeagueSeason<number> | null> => {
    const season = state.season - offset
    return toEarlierSeason((await upstream.stats.seasonTotals(season)).value, season)
  }
  const readPlayers = async (): Promise<SeasonPlayers<number> | null> =>
    toSeasonPlayers((await upstream.stats.playerTotals(state.season)).value)
  const [players, ...earlier] = await Promise.all([
    readPlayers().catch((error: unknown) => {
      log.warn({ err: error }, 'forecasts are made without the opposing batters')
      state.dueAtMs = performance.now() + RETRY_MS
      return state.records.players
    }),
    ...SEASON_OFFSETS.map((offset, at) =>
      readSeason(offset).catch((error: unknown) => {
        const season = state.season - offset
        log.warn({ err: error, season }, 'forecasts are made without an earlier season')
        return state.records.earlier[at] ?? null
      }),
    ),
  ])
  state.records = { players, earlier }
}

/**
 * Reads the totals of all players. The first callers wait, at most `OPTIONAL_MS`: a forecast without these totals differs
 * from one that is made a second later. Afterwards they are read again in the background every 15 minutes.
 */
export async function readSeasonRecords(parts: EarlierSeasonPorts): Promise<SeasonRecords> {
  const { upstream, clock } = parts
  const season = clock.season()
  const current = readStates.get(upstream)
  const state: ReadState =
    current?.season === season
      ? current
      : { season, records: { earlier: NO_EARLIER_SEASONS, players: null }, firstRead: null, dueAtMs: 0 }
  readStates.set(upstream, state)
  const now = performance.now()
  if (now >= state.dueAtMs) {
    const isFirst = state.dueAtMs === 0
    state.dueAtMs = now + REFRESH_MS
    const reading = read(parts, state)
    if (isFirst) {
      state.firstRead = reading.finally(() => {
        state.firstRead = null
      })
    }
  }
  if (state.firstRead) await withTimeout(state.firstRead, OPTIONAL_MS)
  return state.records
}

/** Inputs of a board's forecasts except the players' game logs. */
export interface ForecastContext extends LeagueRecords<number> {
  /** The clubs' next games. */
  readonly games: OpenGames
  /** Announced starters by person id, when their game logs could be read. */
  readonly starters: ReadonlyMap<number, Starter>
}

export type ForecastPorts = EarlierSeasonPorts &
  LeaguePorts<
    'battingOrders' | 'gameLogs' | 'recentTeamBatting' | 'schedule' | 'teamBatting' | 'teamPitching' | 'teams'
  >

// Derived once, so that forecastInputs can compare inputs by identity.
const totalsOf = deriveOnce(toLeagueTotals)
/** A pitcher's game log as an opposing starter. */
export const starterOf = deriveOnce(
  (log: PersonLog): Starter => ({
    throws: toThrowHand(log.person.pitchHand?.code),
    games: pitcherGames(log),
  }),
)

/** Reads an optional input; null when it fails or takes too long. */
const readOptional = <T>({ log }: ForecastPorts, what: string, work: Promise<T>): Promise<T | null> =>
  withTimeout(work, OPTIONAL_MS).catch((error: unknown) => {
    log.warn({ err: error }, `forecasts are made without ${what}`)
    return null
  })

async function readTotals(parts: ForecastPorts): Promise<LeagueTotals<number>> {
  const { upstream, clock } = parts
  const season = clock.season()
  const [batting, pitching, recentBatting] = await Promise.all([
    upstream.stats.teamBatting(season),
    readOptional(parts, 'the clubs’ pitching', upstream.stats.teamPitching(season)),
    readOptional(
      parts,
      'the clubs’ batting of the last 30 days',
      upstream.stats.recentTeamBatting(clock.today()),
    ),
  ])
  return totalsOf(batting.value, pitching?.value ?? null, recentBatting?.value ?? null)
}

async function readOrders(parts: ForecastPorts): Promise<BattingOrders<number>> {
  const { upstream, clock } = parts
  const orders = await readOptional(parts, 'batting orders', upstream.stats.battingOrders(clock.today()))
  return orders ? toBattingOrders(orders.value) : NO_ORDERS
}

async function readHomes(parts: ForecastPorts): Promise<ReadonlyMap<number, number>> {
  const { upstream, clock } = parts
  const teams = await readOptional(parts, 'the clubs’ parks', upstream.stats.teams(clock.season()))
  return new Map((teams?.value ?? []).flatMap(({ id, venue }) => (venue ? [[id, venue.id] as const] : [])))
}

/**
 * Reads the next games of clubs: today's open games, and tomorrow's for clubs without an open game today.
 * @param clubIds clubs whose games of tomorrow may be needed
 * @throws UpstreamError when today's schedule cannot be read
 */
export async function readOpenGames(parts: ForecastPorts, clubIds: Iterable<number>): Promise<OpenGames> {
  const { upstream, clock } = parts
  const today = clock.today()
  const games = new Map(openGames(today, (await upstream.stats.schedule(today)).value))
  const clubsWithoutGame = [...clubIds].filter((club) => !games.has(club))
  if (clubsWithoutGame.length === 0) return games
  const tomorrow = dayAfter(today)
  const schedule = await readOptional(parts, 'the schedule of tomorrow', upstream.stats.schedule(tomorrow))
  const next = openGames(tomorrow, schedule?.value ?? [])
  for (const club of clubsWithoutGame) {
    const clubGames = next.get(club)
    if (clubGames) games.set(club, clubGames)
  }
  return games
}

async function readStarters(
  parts: ForecastPorts,
  games: OpenGames,
  clubIds: Iterable<number>,
): Promise<ReadonlyMap<number, Starter>> {
  const { upstream, clock } = parts
  const ids = [...clubIds]
    .flatMap((club) => games.get(club) ?? [])
    .flatMap(({ opposingStarterId }) => opposingStarterId ?? [])
  const found = new Map<number, Starter>()
  const collect = async () => {
    for await (const loaded of upstream.stats.gameLogs(ids, 'pitching', clock.season(), clock.today())) {
      if (loaded.ok) found.set(loaded.personId, starterOf(loaded.log.value))
    }
  }
  await readOptional(parts, 'the opposing starters', collect())
  return found
}

/**
 * Reads the inputs of a board's forecasts: season totals and last 30 days of all clubs, their next games, the
 * season of the opposing starters, recent batting orders, earlier seasons and the totals of all players. Season totals are cached for hours and may include a part of a game in progress or suspended. That
 * part cannot be taken out without the box score of the game, a further request: logs are read of the players of the
 * board only. Its plate appearances count as such; the totals per game of a club are off by about 1% then. The last 30
 * days end the day before.
 * @param clubIds clubs whose next games are needed; without it, the games of today
 * @throws UpstreamError when the batting of the clubs or today's schedule cannot be read
 */
export async function readForecastContext(
  parts: ForecastPorts,
  clubIds?: ReadonlySet<number>,
): Promise<ForecastContext> {
  const readGames = async () => {
    const games = await readOpenGames(parts, clubIds ?? [])
    return { games, starters: await readStarters(parts, games, clubIds ?? games.keys()) }
  }
  const [totals, gamesAndStarters, orders, homes, seasons] = await Promise.all([
    readTotals(parts),
    readGames(),
    readOrders(parts),
    readHomes(parts),
    readSeasonRecords(parts),
  ])
  return { totals, orders, homes, ...seasons, ...gamesAndStarters }
}
