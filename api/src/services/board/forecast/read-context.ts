import type { Starter } from '@propsight/shared/domain/engine'
import type { Deps } from '../../../deps.ts'
import { dayAfter } from '../../../sources/stats/finished-games.ts'
import type { ClubHitting, ClubPitching } from '../../../sources/stats/format/team-stats.ts'
import type { GameOrders, PersonLog } from '../../../sources/stats/stats-client.ts'
import { type EarlierSeasons, earlierSeasons } from './earlier-seasons.ts'
import { type OrdersByGame, pitcherGame, throwHandOf } from './engine-games.ts'
import { inTime } from './in-time.ts'
import { type LeagueTotals, leagueTotals } from './league-totals.ts'
import { type OpenGames, openGames } from './open-games.ts'

/** What forecasts of one board rest on beside the players' own logs. */
export interface ForecastContext {
  readonly totals: LeagueTotals
  /** The clubs' next games. */
  readonly games: OpenGames
  /** Announced starters by person id, as far as their logs could be read. */
  readonly starters: ReadonlyMap<number, Starter>
  /** Who batted where of late. */
  readonly orders: OrdersByGame
  readonly earlier: EarlierSeasons
  /** Venue ids of the clubs' own parks. */
  readonly homes: ReadonlyMap<number, number>
}

/** How long the rest waits for what a forecast can do without: longer than a busy queue, shorter than a service that hangs. */
const OPTIONAL_MS = 4_000

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

// Answers come from caches, so the same arrays are asked about often; who compares inputs finds the same objects.
const known = new WeakMap<readonly ClubHitting[], { beside: readonly unknown[]; totals: LeagueTotals }>()
const starters = new WeakMap<PersonLog, Starter>()
const ordersKnown = new WeakMap<readonly GameOrders[], OrdersByGame>()
const NO_ORDERS: OrdersByGame = new Map()

function totalsOf(
  batting: readonly ClubHitting[],
  pitching: readonly ClubPitching[] | null,
  lately: readonly ClubHitting[] | null,
): LeagueTotals {
  const beside = [pitching, lately]
  const last = known.get(batting)
  if (last?.beside.every((answer, at) => answer === beside[at])) return last.totals
  const totals = leagueTotals(batting, pitching, lately)
  known.set(batting, { beside, totals })
  return totals
}

function starterOf(log: PersonLog): Starter {
  const last = starters.get(log)
  if (last) return last
  const starter = { throws: throwHandOf(log.person.pitchHand?.code), games: log.pitching.map(pitcherGame) }
  starters.set(log, starter)
  return starter
}

function byGame(orders: readonly GameOrders[]): OrdersByGame {
  const last = ordersKnown.get(orders)
  if (last) return last
  const found = new Map(orders.map((game) => [game.gamePk, game]))
  ordersKnown.set(orders, found)
  return found
}

/** Something that forecasts can do without: null where it fails or takes too long. */
const unless = <T>({ log }: Parts, what: string, work: Promise<T>): Promise<T | null> =>
  inTime(work, OPTIONAL_MS).catch((error: unknown) => {
    log.warn({ err: error }, `forecasts are made without ${what}`)
    return null
  })

async function readTotals(parts: Parts): Promise<LeagueTotals> {
  const { upstream, clock } = parts
  const season = clock.season()
  const [batting, pitching, lately] = await Promise.all([
    upstream.stats.clubBatting(season),
    unless(parts, 'the clubs’ pitching', upstream.stats.clubPitching(season)),
    unless(parts, 'the last weeks', upstream.stats.clubBattingLately(clock.today())),
  ])
  return totalsOf(batting.value, pitching?.value ?? null, lately?.value ?? null)
}

async function readOrders(parts: Parts): Promise<OrdersByGame> {
  const { upstream, clock } = parts
  const orders = await unless(parts, 'batting orders', upstream.stats.battingOrders(clock.today()))
  return orders ? byGame(orders.value) : NO_ORDERS
}

async function readHomes(parts: Parts): Promise<ReadonlyMap<number, number>> {
  const { upstream, clock } = parts
  const teams = await unless(parts, 'the clubs’ parks', upstream.stats.teams(clock.season()))
  return new Map((teams?.value ?? []).flatMap(({ id, venue }) => (venue ? [[id, venue.id] as const] : [])))
}

/**
 * The clubs' next games: today's, and tomorrow's of those who have none left.
 * @throws UpstreamError where today's schedule cannot be read
 */
export async function readOpenGames(parts: Parts, clubIds: Iterable<number>): Promise<OpenGames> {
  const { upstream, clock } = parts
  const today = clock.today()
  const games = new Map(openGames(today, (await upstream.stats.schedule(today)).value))
  const waiting = [...clubIds].filter((club) => !games.has(club))
  if (waiting.length === 0) return games
  const tomorrow = dayAfter(today)
  const schedule = await unless(parts, 'the schedule of tomorrow', upstream.stats.schedule(tomorrow))
  const next = openGames(tomorrow, schedule?.value ?? [])
  for (const club of waiting) {
    const ofClub = next.get(club)
    if (ofClub) games.set(club, ofClub)
  }
  return games
}

async function readStarters(
  parts: Parts,
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
  await unless(parts, 'starters', collect())
  return found
}

/**
 * Reads what a board's forecasts rest on: the season of all clubs and their last weeks, their next games, the season of
 * the starters whom they meet, who batted where of late, and earlier seasons where they are at hand. The clubs' totals
 * are of whenever they were last read, up to hours ago, and are never added to: a game under way counts in the season's
 * as far as it had come, one part in a hundred of a club's; the last weeks end the day before.
 * @param clubIds whose next games are wanted; those of today where left out
 * @throws UpstreamError where the clubs' batting or today's schedule cannot be read
 */
export async function readForecastContext(
  parts: Parts,
  clubIds?: ReadonlySet<number>,
): Promise<ForecastContext> {
  const meet = async () => {
    const games = await readOpenGames(parts, clubIds ?? [])
    return { games, starters: await readStarters(parts, games, clubIds ?? games.keys()) }
  }
  const [totals, met, orders, homes] = await Promise.all([
    readTotals(parts),
    meet(),
    readOrders(parts),
    readHomes(parts),
  ])
  return { totals, orders, homes, earlier: earlierSeasons(parts), ...met }
}
