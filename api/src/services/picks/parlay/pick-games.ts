import type { GenerateParlayBody } from '@propsight/shared/contracts'
import { canonicalClubCode, isPitcherMarket } from '@propsight/shared/domain'
import { leagueOfMarket, mostDays, scheduleOf } from '../../../sources/box-score-league.ts'
import { isCalledOff, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import type { LeagueReads } from '../../../sources/stats/stats-client.ts'
import {
  daysAround,
  type FoundGame,
  findClubGame,
  gamesByClub,
  hasBegun,
  isStartUnset,
} from '../../games/find-game.ts'

/** The fields of a client's pick that the server trusts: its line and side, but none of its figures. */
export type SentPick = Pick<
  GenerateParlayBody['myPicks'][number],
  | 'id'
  | 'name'
  | 'sport'
  | 'statType'
  | 'team'
  | 'bettingLine'
  | 'recommendation'
  | 'oddsType'
  | 'promo'
  | 'personId'
  | 'gameTime'
>

/** Start of a pick's game by the book, ISO 8601; null if it has none. */
export const timeOf = ({ gameTime }: SentPick): string | null =>
  Number.isNaN(Date.parse(gameTime ?? '')) ? null : gameTime

/** Finds the scheduled game of a pick. */
export type GameOfPick = (pick: SentPick) => FoundGame

/**
 * Reads the schedules of picks, to find their games by club and time. A pick without a time has a game only on a day
 * with several games of its club: it may be of tomorrow.
 * @throws UpstreamError when the schedule of a day cannot be read
 */
export async function readPicksGames(
  ports: LeagueReads<'schedule'>,
  picks: readonly SentPick[],
): Promise<GameOfPick> {
  const sportOf = ({ statType }: SentPick) => leagueOfMarket(ports.upstream, statType) ?? null
  const sports = Map.groupBy(picks, sportOf)
  const finders = new Map(
    await Promise.all(
      [...sports].map(async ([sport, own]) => [sport, await readSportGames(ports, own)] as const),
    ),
  )
  return (pick) => finders.get(sportOf(pick))?.(pick) ?? { kind: 'none' }
}

/** Reads the schedules of picks of one sport. @throws UpstreamError */
async function readSportGames(
  { upstream, clock }: LeagueReads<'schedule'>,
  picks: readonly SentPick[],
): Promise<GameOfPick> {
  const today = clock.today()
  const [{ statType = '' } = {}] = picks
  const times = [...new Set(picks.map(timeOf))]
  const days = new Set(times.flatMap((time) => (time === null ? [today] : daysAround(time))))
  // Days nearest to today first, because a client may send any day.
  const daysAway = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const requestedDays = [...days]
    .toSorted((a, b) => daysAway(a) - daysAway(b))
    .slice(0, mostDays(upstream, statType))
  const schedules = await Promise.all(
    requestedDays.map(async (day) => ({ day, games: (await scheduleOf(upstream, statType, day)).value })),
  )
  const games = gamesByClub(schedules.flatMap((schedule) => schedule.games))
  const gamesToday = gamesByClub(schedules.find(({ day }) => day === today)?.games ?? [])
  return (pick) => {
    const at = timeOf(pick)
    const club = canonicalClubCode(pick.team)
    const pitcher = pick.personId !== null && isPitcherMarket(pick.statType) ? { id: pick.personId } : null
    if (at !== null) return findClubGame(club, games, { at, pitcher }).found
    const { found } = findClubGame(club, gamesToday, { at, pitcher })
    return found.kind === 'uncertain' ? found : { kind: 'none' }
  }
}

/**
 * Whether the game may have begun by its start time. A schedule read minutes ago may still list it as not
 * begun. Not due is a game that the league lists as delayed or without a start time.
 */
const isDue = (game: StatsGame, now: Date): boolean =>
  !isStartUnset(game) &&
  !game.status.detailedState.startsWith('Delayed') &&
  Date.parse(game.gameDate) <= now.getTime()

/** Returns why a game is no longer open, as a sentence for the screen; null for a game that has not begun. */
export function reasonClosed(game: StatsGame, now: Date): string | null {
  if (isCalledOff(game)) return 'The game was called off.'
  if (hasBegun(game)) return 'The game has begun.'
  return isDue(game, now) ? 'The game is due to begin.' : null
}
