import type { DayGame } from '@propsight/shared/contracts'
import { listClubs } from '@propsight/shared/domain/clubs'
import type { Deps } from '../../deps.ts'
import type { Read } from '../../platform/cache/read.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import { dayBefore, shiftedDay } from '../../sources/stats/finished-games.ts'
import { isCalledOff, type StatsGame, statsScheduleSchema } from '../../sources/stats/format/schedule.ts'
import { zonedInstant } from './zoned-time.ts'

/** Number of days ahead whose schedules boards read, too. */
const SHARED_DAYS_AHEAD = 2
const BASEBALL = '1'

const clubs = new Map(listClubs('baseball').map((club) => [club.mlbId, club]))

/**
 * Status of a game. The schedule lists a game as 'Live' during the warm-up already, with the code 'P'; it
 * counts as scheduled here. Cancelled games count as postponed: neither is played that day.
 */
function statusOf(game: StatsGame): DayGame['status'] {
  if (isCalledOff(game)) return 'postponed'
  const { abstractGameState, codedGameState } = game.status
  if (abstractGameState === 'Final') return 'final'
  return abstractGameState === 'Live' && codedGameState !== 'P' ? 'live' : 'scheduled'
}

/**
 * Converts a game of the schedule; null if a side is none of the thirty clubs (spring training, all-star
 * game).
 * @param date the day that lists the game: a postponed game is listed twice, with the same date inside
 */
function dayGame(game: StatsGame, date: string): DayGame | null {
  const { home, away } = game.teams
  const [homeClub, awayClub] = [clubs.get(home.team.id), clubs.get(away.team.id)]
  if (!homeClub || !awayClub) return null
  const timeTbd = game.status.startTimeTBD ?? false
  const { venue } = game
  const start = timeTbd
    ? zonedInstant(date, homeClub.defaultGameTime, homeClub.timeZone)
    : new Date(game.gameDate)
  return {
    id: String(game.gamePk),
    homeTeam: homeClub.code,
    awayTeam: awayClub.code,
    gameTime: start.toISOString(),
    stadium: venue?.name ?? homeClub.stadium.name,
    status: statusOf(game),
    gameNumber: game.gameNumber === 2 ? 2 : 1,
    timeTbd,
    neutralSite: home.team.venue !== undefined && venue !== undefined && home.team.venue.id !== venue.id,
  }
}

/**
 * Reads days near today from the cache of boards, and other days from the mirror's cache, which is limited by
 * size.
 */
async function scheduleOf(
  { upstream, clock }: Pick<Deps, 'upstream' | 'clock'>,
  date: string,
): Promise<Read<StatsGame[]>> {
  const today = clock.today()
  if (date >= dayBefore(today) && date <= shiftedDay(today, SHARED_DAYS_AHEAD))
    return upstream.stats.schedule(date)
  const query = { sportId: BASEBALL, date, hydrate: 'team' }
  const read = await upstream.stats.raw('/api/v1/schedule', query)
  const parsed = statsScheduleSchema.safeParse(read.value)
  if (!parsed.success) {
    const service = 'The baseball stats service'
    throw new UpstreamError({ service, failure: 'unreadable', cause: parsed.error })
  }
  return { ...read, value: parsed.data.dates.flatMap(({ games }) => games) }
}

/**
 * The baseball games of one league day in the order of their starts.
 * @throws UpstreamError
 */
export async function baseballGames(
  parts: Pick<Deps, 'upstream' | 'clock'>,
  date: string,
): Promise<Read<DayGame[]>> {
  const read = await scheduleOf(parts, date)
  const games = read.value.flatMap((game) => dayGame(game, date) ?? [])
  return { ...read, value: games.toSorted((a, b) => a.gameTime.localeCompare(b.gameTime)) }
}
