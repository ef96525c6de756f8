import type { BattingOrders, LeagueRecords, LeagueTotals, Starter } from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { dayAfter } from '../../../sources/stats/finished-games.ts'
import type { LeaguePorts, PersonLog } from '../../../sources/stats/stats-client.ts'
import { type EarlierSeasonPorts, OPTIONAL_MS, readSeasonRecords } from './earlier-seasons.ts'
import { NO_ORDERS, pitcherGames, toBattingOrders, toLeagueTotals, toThrowHand } from './engine-records.ts'
import { type OpenGames, openGames } from './open-games.ts'

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
