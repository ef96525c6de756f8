import type { ClubHitting, ClubPitching } from '@propsight/shared/contracts/statsapi'
import type { Starter } from '@propsight/shared/domain/engine'
import type { Deps } from '../../deps.ts'
import { dayAfter } from '../../upstream/finished-games.ts'
import type { PersonLog } from '../../upstream/stats-client.ts'
import { pitcherGame, throwHandOf } from './engine-games.ts'
import { type LeagueTotals, leagueTotals } from './league-totals.ts'
import { type OpenGames, openGames } from './open-games.ts'

/** What forecasts of one board rest on beside the players' own logs. */
export interface ForecastContext {
  readonly totals: LeagueTotals
  /** The clubs' next games. */
  readonly games: OpenGames
  /** Announced starters by person id, as far as their logs could be read. */
  readonly starters: ReadonlyMap<number, Starter>
}

type Parts = Pick<Deps, 'upstream' | 'clock' | 'log'>

// Answers come from caches, so the same arrays are asked about often; who compares inputs finds the same objects.
const known = new WeakMap<
  readonly ClubHitting[],
  { pitching: readonly ClubPitching[] | null; totals: LeagueTotals }
>()
const starters = new WeakMap<PersonLog, Starter>()

function totalsOf(batting: readonly ClubHitting[], pitching: readonly ClubPitching[] | null): LeagueTotals {
  const last = known.get(batting)
  if (last?.pitching === pitching) return last.totals
  const totals = leagueTotals(batting, pitching)
  known.set(batting, { pitching, totals })
  return totals
}

function starterOf(log: PersonLog): Starter {
  const last = starters.get(log)
  if (last) return last
  const starter = { throws: throwHandOf(log.person.pitchHand?.code), games: log.pitching.map(pitcherGame) }
  starters.set(log, starter)
  return starter
}

async function readTotals({ upstream, clock, log }: Parts): Promise<LeagueTotals> {
  const season = clock.season()
  const [batting, pitching] = await Promise.all([
    upstream.stats.clubBatting(season),
    upstream.stats.clubPitching(season).catch((error: unknown) => {
      log.warn({ err: error }, 'forecasts are made without the clubs’ pitching')
      return null
    }),
  ])
  return totalsOf(batting.value, pitching?.value ?? null)
}

async function readGames({ upstream, clock, log }: Parts, clubIds: Iterable<number>): Promise<OpenGames> {
  const today = clock.today()
  const games = new Map(openGames(today, (await upstream.stats.schedule(today)).value))
  const waiting = [...clubIds].filter((club) => !games.has(club))
  if (waiting.length === 0) return games
  const tomorrow = dayAfter(today)
  const next = await upstream.stats.schedule(tomorrow).then(
    ({ value }) => openGames(tomorrow, value),
    (error: unknown): OpenGames => {
      log.warn({ err: error }, 'forecasts are made without the schedule of tomorrow')
      return new Map()
    },
  )
  for (const club of waiting) {
    const ofClub = next.get(club)
    if (ofClub) games.set(club, ofClub)
  }
  return games
}

async function readStarters(
  { upstream, clock }: Parts,
  games: OpenGames,
  clubIds: Iterable<number>,
): Promise<Map<number, Starter>> {
  const ids = [...clubIds]
    .flatMap((club) => games.get(club) ?? [])
    .flatMap(({ opposingStarterId }) => opposingStarterId ?? [])
  const found = new Map<number, Starter>()
  for await (const loaded of upstream.stats.gameLogs(ids, 'pitching', clock.season(), clock.today())) {
    if (loaded.ok) found.set(loaded.personId, starterOf(loaded.log.value))
  }
  return found
}

/**
 * Reads what a board's forecasts rest on: the season of all clubs, their next games, and the season of the starters whom
 * they meet. The clubs' totals are of whenever they were last read, up to hours ago, and are never added to: a game under
 * way counts in them as far as it had come, one part in a hundred of a club's season.
 * @param clubIds whose next games are wanted; those of today where left out
 * @throws UpstreamError where the clubs' batting or today's schedule cannot be read
 */
export async function readForecastContext(
  parts: Parts,
  clubIds?: ReadonlySet<number>,
): Promise<ForecastContext> {
  const meet = async () => {
    const games = await readGames(parts, clubIds ?? [])
    return { games, starters: await readStarters(parts, games, clubIds ?? games.keys()) }
  }
  const [totals, met] = await Promise.all([readTotals(parts), meet()])
  return { totals, ...met }
}
