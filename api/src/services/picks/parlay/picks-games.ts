import type { GenerateParlayBody } from '@propsight/shared/contracts'
import { canonicalTeamCode, easternDate } from '@propsight/shared/domain'
import type { Deps } from '../../../deps.ts'
import { isCalledOff, type StatsGame } from '../../../sources/stats/format/schedule.ts'
import { hasBegun } from '../../board/forecast/open-games.ts'
import { gameOf, gamesByClub } from '../../board/line-game.ts'

/** What is believed of a pick that a browser names: which line and side it is, and none of its figures. */
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

/** Two league days: a pick lives for 20 hours. Whoever asks about others asks about games that are over. */
const MOST_DAYS = 3

const dayOf = ({ gameTime }: SentPick): string | null => {
  const begins = new Date(gameTime ?? '')
  return Number.isNaN(begins.getTime()) ? null : easternDate(begins)
}

/** The game of a pick as the schedule has it; null where it does not say. */
export type GameOfPick = (pick: SentPick) => StatsGame | null

/**
 * Finds picks' games by club and time, those of a doubleheader apart.
 * @throws UpstreamError where a day's schedule cannot be read
 */
export async function readPicksGames(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
  picks: readonly SentPick[],
): Promise<GameOfPick> {
  const today = clock.today()
  const days = new Set(picks.map(dayOf).filter((day) => day !== null))
  // The nearest to today: what is sent may name any day.
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(today))
  const asked = [...days].toSorted((a, b) => away(a) - away(b)).slice(0, MOST_DAYS)
  const schedules = await Promise.all(asked.map(async (day) => (await upstream.stats.schedule(day)).value))
  const games = gamesByClub(schedules.flat())
  return (pick) => {
    const { team, gameTime } = pick
    return dayOf(pick) === null
      ? null
      : gameOf({ team: canonicalTeamCode(team), combo: false, gameTime, description: '' }, games).game
  }
}

/**
 * Whether a game's first pitch may have been thrown. A schedule that was read minutes ago still calls such a game one to
 * come: from its start on nothing is said about it, unless the league says itself that it is delayed, or not when it is.
 */
const isDue = ({ gameDate, status }: StatsGame, now: Date): boolean =>
  status.startTimeTBD !== true &&
  !status.detailedState.startsWith('Delayed') &&
  Date.parse(gameDate) <= now.getTime()

/** Why nobody can play in a game any more; null where it is still to come. */
export function whyOver(game: StatsGame, now: Date): string | null {
  if (isCalledOff(game)) return 'His game was called off.'
  if (hasBegun(game)) return 'His game has begun.'
  return isDue(game, now) ? 'His game is due to begin.' : null
}
