import { type DayGame, type GamesTodayResponse, readAnswer } from '@propsight/shared/contracts'
import { listClubs } from '@propsight/shared/domain/clubs'
import type { Read } from '../../platform/cache/freshness.ts'
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { badRequest, HttpError } from '../../platform/errors.ts'
import { UpstreamError } from '../../platform/service-client/upstream-error.ts'
import type { FootballClient, ScoreboardGame } from '../../sources/football/football-client.ts'
import { addDays, dayBefore } from '../../sources/stats/finished-games.ts'
import {
  isCalledOff,
  isNeutralSite,
  isSuspended,
  listGames,
  type StatsGame,
  statsScheduleSchema,
} from '../../sources/stats/format/schedule.ts'
import type { LeagueReads } from '../../sources/stats/stats-client.ts'
import { findClubByCode, isStartUnset } from '../games/find-game.ts'
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

/** The score of a game that has begun, if the service sent both sides of it. */
function scoreOf(status: DayGame['status'], away?: number, home?: number): Pick<DayGame, 'score'> {
  const hasBegun = status === 'live' || status === 'final'
  return hasBegun && away !== undefined && home !== undefined ? { score: { away, home } } : {}
}

/**
 * Converts a game of the schedule; null if a side is none of the thirty clubs (spring training, all-star
 * game).
 * @param date the day that lists the game: a postponed game is listed twice, with the same date inside
 */
export function baseballGame(game: StatsGame, date: string): DayGame | null {
  const { home, away } = game.teams
  const homeClub = clubs.get(home.team.id)
  const awayClub = clubs.get(away.team.id)
  if (!homeClub || !awayClub) return null
  const { venue } = game
  const dayGame = describeGame(game, homeClub.code, awayClub.code)
  return {
    ...dayGame,
    ...(dayGame.timeTbd && {
      gameTime: zonedInstant(date, homeClub.defaultGameTime, homeClub.timeZone).toISOString(),
    }),
    stadium: venue ? (venue.name ?? 'Unknown park') : homeClub.stadium.name,
  }
}

/** A game of the schedule of another league, whose clubs are named by their codes. */
export const leagueGame = (game: StatsGame): DayGame => {
  const { home, away } = game.teams
  return {
    ...describeGame(game, home.team.abbreviation ?? '', away.team.abbreviation ?? ''),
    stadium: game.venue?.name ?? '',
  }
}

function describeGame(game: StatsGame, homeTeam: string, awayTeam: string): Omit<DayGame, 'stadium'> {
  const { home, away } = game.teams
  const status = statusOf(game)
  return {
    id: String(game.gamePk),
    ...{ homeTeam, awayTeam, status },
    gameTime: new Date(game.gameDate).toISOString(),
    ...(status === 'live' && isSuspended(game) && { suspended: true as const }),
    ...scoreOf(status, away.score, home.score),
    gameNumber: game.gameNumber === 2 ? 2 : 1,
    timeTbd: isStartUnset(game),
    neutralSite: isNeutralSite(game),
  }
}

/**
 * Reads days near today from the cache of boards, and other days from the mirror's cache, which is limited by
 * size.
 */
async function readSchedule(
  { upstream, clock }: LeagueReads<'raw' | 'schedule'>,
  date: string,
): Promise<Read<StatsGame[]>> {
  const today = clock.today()
  if (date >= dayBefore(today) && date <= addDays(today, SHARED_DAYS_AHEAD))
    return upstream.stats.schedule(date)
  const query = { sportId: BASEBALL, date, hydrate: 'team' }
  const read = await upstream.stats.raw('/api/v1/schedule', query)
  try {
    return { ...read, value: listGames(readAnswer(statsScheduleSchema, read.value).value) }
  } catch (cause) {
    throw new UpstreamError({ service: 'The baseball stats service', failure: 'unreadable', cause })
  }
}

/**
 * The baseball games of one league day in the order of their starts.
 * @throws UpstreamError
 */
export async function baseballGames(
  parts: LeagueReads<'raw' | 'schedule'>,
  date: string,
): Promise<Read<DayGame[]>> {
  const read = await readSchedule(parts, date)
  const games = read.value.flatMap((game) => baseballGame(game, date) ?? [])
  return { ...read, value: games.toSorted((a, b) => a.gameTime.localeCompare(b.gameTime)) }
}

const CALLED_OFF = new Set(['STATUS_POSTPONED', 'STATUS_CANCELED', 'STATUS_FORFEIT'])
const FOOTBALL_STATUS = { pre: 'scheduled', in: 'live', post: 'final' } as const

/**
 * Converts a game of the scoreboard; null if a side is not one of the clubs (not known yet, or all-stars).
 */
function footballGame(game: ScoreboardGame, date: string): DayGame | null {
  const home = findClubByCode('football', game.home)
  const away = findClubByCode('football', game.away)
  if (!home || !away) return null
  const { timeTbd, startsAt } = game
  const status = CALLED_OFF.has(game.status) ? 'postponed' : FOOTBALL_STATUS[game.state]
  return {
    id: game.id,
    homeTeam: home.code,
    awayTeam: away.code,
    gameTime: timeTbd ? zonedInstant(date, home.defaultGameTime, home.timeZone).toISOString() : startsAt,
    stadium: game.stadium ?? home.stadium.name,
    status,
    ...scoreOf(status, game.score?.away, game.score?.home),
    gameNumber: 1,
    timeTbd,
    neutralSite: game.neutralSite,
  }
}

interface ScoreboardPorts {
  readonly upstream: { readonly football: FootballClient }
}

/**
 * The football games of one US Eastern day in the order of kickoffs.
 * @throws UpstreamError
 */
export async function footballGames({ upstream }: ScoreboardPorts, date: string): Promise<Read<DayGame[]>> {
  const read = await upstream.football.scoreboard(date)
  const games = read.value.flatMap((game) => footballGame(game, date) ?? [])
  return { ...read, value: games.toSorted((a, b) => a.gameTime.localeCompare(b.gameTime)) }
}

/** How long the games of one sport wait for a slow service of the other sport. */
const OTHER_SPORT_TIMEOUT_MS = 5_000
/** Days further away are refused. */
const MAX_DAYS_AWAY = 366

const timeoutError = () =>
  new HttpError(
    503,
    'UPSTREAM_UNAVAILABLE',
    'The schedules take too long to answer. Try again in a moment.',
    {
      headers: { 'Retry-After': '5' },
    },
  )

type Outcome = Read<DayGame[]> | { error: unknown }

const settleInTime = async (work: Promise<Read<DayGame[]>>, timeoutMs: number): Promise<Outcome> => {
  try {
    return (await withTimeout(work, timeoutMs)) ?? { error: timeoutError() }
  } catch (error) {
    return { error }
  }
}

/**
 * The games of both sports on one US Eastern day. If the service of one sport fails or times out, `missing`
 * names the sport and the games of the other sport are returned.
 * @param date `YYYY-MM-DD`; today by default
 * @param timeoutMs how long one sport waits for the other, in milliseconds
 * @throws HttpError 400 for a day more than a year away; UpstreamError 503 if both services fail
 */
export async function gamesToday(
  parts: LeagueReads<'raw' | 'schedule'> & ScoreboardPorts,
  date: string = parts.clock.today(),
  timeoutMs = OTHER_SPORT_TIMEOUT_MS,
): Promise<GamesTodayResponse> {
  const today = parts.clock.today()
  if (date < addDays(today, -MAX_DAYS_AWAY) || date > addDays(today, MAX_DAYS_AWAY))
    throw badRequest(`date: ${date} is more than a year away from ${today}`)
  const [baseball, football] = await Promise.all([
    settleInTime(baseballGames(parts, date), timeoutMs),
    settleInTime(footballGames(parts, date), timeoutMs),
  ])
  if ('error' in baseball && 'error' in football) throw baseball.error
  const reads = [baseball, football].flatMap((read) => ('error' in read ? [] : [read]))
  return {
    date,
    games: {
      baseball: 'error' in baseball ? [] : baseball.value,
      football: 'error' in football ? [] : football.value,
    },
    missing: [
      ...('error' in baseball ? (['baseball'] as const) : []),
      ...('error' in football ? (['football'] as const) : []),
    ],
    readAt: reads.map(({ readAt }) => readAt).toSorted()[0] ?? parts.clock.now().toISOString(),
    stale: reads.some(({ stale }) => stale),
  }
}
