import type { GenerateParlayBody } from '@propsight/shared/contracts'
import { canonicalClubCode, easternDate } from '@propsight/shared/domain'
import type { Deps } from '../../../deps.ts'
import { isCalledOff, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import { hasBegun } from '../../board/forecast/open-games.ts'
import { findLineGame, gamesByClub } from '../../board/line-game.ts'

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
  | 'personId'
  | 'gameTime'
>

/**
 * Maximum number of days whose schedules are read. Picks expire after 20 hours (P3), so valid picks cover two
 * league days.
 */
const MAX_DAYS = 3

const dayOf = ({ gameTime }: SentPick): string | null => {
  const begins = new Date(gameTime ?? '')
  return Number.isNaN(begins.getTime()) ? null : easternDate(begins)
}

/** Returns the scheduled game of a pick; null when it is unknown. */
export type GameOfPick = (pick: SentPick) => StatsGame | null

/**
 * Reads the schedules of picks, to find their games by club and time. The time distinguishes a doubleheader.
 * @throws UpstreamError when the schedule of a day cannot be read
 */
export async function readPicksGames(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
  picks: readonly SentPick[],
): Promise<GameOfPick> {
  const today = clock.today()
  const days = new Set(picks.map(dayOf).filter((day) => day !== null))
  // Days nearest to today first, because a client may send any day.
  const daysAway = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const requestedDays = [...days].toSorted((a, b) => daysAway(a) - daysAway(b)).slice(0, MAX_DAYS)
  const schedules = await Promise.all(
    requestedDays.map(async (day) => (await upstream.stats.schedule(day)).value),
  )
  const games = gamesByClub(schedules.flat())
  return (pick) => {
    if (dayOf(pick) === null) return null
    const { team, gameTime } = pick
    return findLineGame({ team: canonicalClubCode(team), combo: false, gameTime, description: '' }, games)
      .game
  }
}

/**
 * Whether the game may have begun by its start time. A schedule read minutes ago may still list it as not
 * begun. Not due is a game that the league lists as delayed or without a start time.
 */
const isDue = ({ gameDate, status }: StatsGame, now: Date): boolean =>
  status.startTimeTBD !== true &&
  !status.detailedState.startsWith('Delayed') &&
  Date.parse(gameDate) <= now.getTime()

/** Returns why a game is no longer open, as a sentence for the screen; null for a game that has not begun. */
export function reasonClosed(game: StatsGame, now: Date): string | null {
  if (isCalledOff(game)) return 'The game was called off.'
  if (hasBegun(game)) return 'The game has begun.'
  return isDue(game, now) ? 'The game is due to begin.' : null
}
