import {
  type BoxScoreGame,
  type GameLogsBody,
  MOST_TEAM_MATES,
  type PlayerLogRecord,
  type TeamMate,
  type Tonight,
} from '@propsight/shared/contracts'
import { canonicalClubCode } from '@propsight/shared/domain'
import type { StatForecast } from '@propsight/shared/domain/engine'
import { roundForecast } from '@propsight/shared/domain/prop'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { runSlice } from '../../platform/concurrency/event-loop.ts'
import { requireInTime, withTimeout } from '../../platform/concurrency/with-timeout.ts'
import { HttpError } from '../../platform/errors.ts'
import type { Athlete, BoxScoreLeague, LeagueGame, LeagueGames } from '../../sources/box-score-league.ts'
import { addDays } from '../../sources/stats/finished-games.ts'
import { isCalledOff, type StatsGame } from '../../sources/stats/format/schedule.ts'
import type { LeaguePorts } from '../../sources/stats/stats-client.ts'
import { compareStarts, hasBegun, isStartUnset } from '../games/find-game.ts'
import { findAthlete } from './athletes.ts'
import { MISSING_REASONS, missing, type PlayerForecast } from './forecast/forecast-player.ts'
import type { LogsRecord, LogsSummary } from './game-log-stream.ts'

type Requested = GameLogsBody['players'][number]
type AthleteRecord = Extract<PlayerLogRecord, { type: 'athlete' }>

/** How long a board waits for the games of a league, hundreds of which are read at the first start. */
const GAMES_TIMEOUT_MS = 60_000
/** How long it waits for the reports of injuries, without which it is sent. */
const REPORTS_TIMEOUT_MS = 4_000

const codeOf = ({ team }: StatsGame['teams']['home']): string => team.abbreviation ?? ''

/** The next game of a club that has not begun, of the days whose games have lines. */
const nextGames = deriveOnce((today: readonly LeagueGame[], ...later: readonly (readonly LeagueGame[])[]) => {
  const next = new Map<string, LeagueGame>()
  for (const game of [today, ...later].flatMap((games) => games.toSorted(compareStarts))) {
    if (hasBegun(game) || isCalledOff(game)) continue
    for (const club of [codeOf(game.teams.home), codeOf(game.teams.away)])
      if (!next.has(club)) next.set(club, game)
  }
  return next
})

function describeGame(game: StatsGame, club: string): Tonight {
  const { home, away } = game.teams
  const isHome = codeOf(home) === club
  return {
    gamePk: game.gamePk,
    date: game.officialDate ?? game.gameDate.slice(0, 10),
    startsAt: game.gameDate,
    ...(isStartUnset(game) && { startTimeTbd: true }),
    opponent: codeOf(isHome ? away : home),
    homeAway: isHome ? 'HOME' : 'AWAY',
    homeTeam: codeOf(home),
    lineup: { announced: false, slot: null },
    starter: null,
  }
}

/** Fewest games with and without a team-mate whose figures are worth a comparison. */
const LEAST_GAMES = 3

/**
 * The team-mates without whom an athlete played some games for the club, and with whom some: those who are out now first,
 * then those who play the most. Games before a trade of either do not count. The same object for the same games and reports.
 */
const findTeamMates = deriveOnce(
  (
    _ownGames: readonly BoxScoreGame[],
    games: LeagueGames,
    athlete: Athlete,
    out: ReadonlySet<number>,
  ): TeamMate[] => {
    const own = games.gamesSinceTrade(athlete.id, athlete.club)
    const mates = games.teamMates(athlete).flatMap(({ id, fullName }): TeamMate[] => {
      const theirs = games.gamesSinceTrade(id, athlete.club)
      const isTraded = theirs.length < games.games(id).length
      const together = own.filter(({ date }) => !isTraded || date >= (theirs[0]?.date ?? ''))
      const played = new Set(theirs.map(({ gamePk }) => gamePk))
      const missed = together.map(({ gamePk }) => gamePk).filter((gamePk) => !played.has(gamePk))
      const isComparable = missed.length >= LEAST_GAMES && together.length - missed.length >= LEAST_GAMES
      const since = together[0]?.date
      return isComparable ? [{ name: fullName, out: out.has(id), missed, ...(since && { since }) }] : []
    })
    return mates.toSorted((a, b) => Number(b.out) - Number(a.out)).slice(0, MOST_TEAM_MATES)
  },
  (_, games, { id, club }, out) => [games, id, club, out],
)

/** The forecasts in their form in the contract, once per result of the engine. */
const toWire = deriveOnce((forecasts: readonly StatForecast[]) =>
  forecasts.map(roundForecast).filter((wire) => wire !== null),
)

/** The record of an athlete; the same object while nothing in it changes. */
const buildAthleteRecord = deriveOnce(
  (
    games: AthleteRecord['games'],
    { name, team, group }: Pick<AthleteRecord, 'name' | 'team' | 'group'>,
    { id, fullName, position }: Athlete,
    forecast: PlayerForecast,
    context: Pick<AthleteRecord, 'tonight' | 'availability' | 'teamMates'>,
  ): AthleteRecord => ({
    type: 'athlete',
    ...{ name, team, group, personId: id, fullName, position },
    batSide: null,
    pitchHand: null,
    ...forecast,
    ...context,
    games,
  }),
  (_games, requested, athlete, { forecasts, ...forecast }, context) => [
    JSON.stringify([requested, athlete, forecast, context]),
    forecasts,
  ],
)

/**
 * Sends the logs of a league's players, each with the forecasts of the next game.
 * @param show adds what the product shows of each market, and removes the markets that the run does not cover
 * @throws UpstreamError when the games or today's schedule cannot be read, HttpError 503 while they are being read
 */
export async function streamBoxScoreLogs(
  { clock, log }: Pick<LeaguePorts<never>, 'clock' | 'log'>,
  league: BoxScoreLeague,
  players: readonly Requested[],
  write: (record: LogsRecord) => Promise<void>,
  show: (record: AthleteRecord, player: Requested) => AthleteRecord,
): Promise<LogsSummary> {
  const today = clock.today()
  const late = () =>
    new HttpError(
      503,
      'UPSTREAM_UNAVAILABLE',
      `The games of the ${league.sport} are still being read. Try again in a minute.`,
    )
  const absences = withTimeout(league.absences(), REPORTS_TIMEOUT_MS).catch((error: unknown) => {
    log.warn({ err: error }, 'forecasts are made without the reports of injuries')
    return null
  })
  const laterDays = Array.from({ length: league.daysAhead }, (_, at) => addDays(today, at + 1))
  const [games, first, later, reports] = await Promise.all([
    requireInTime(league.games(today), GAMES_TIMEOUT_MS, late),
    league.schedule(today),
    Promise.all(laterDays.map((day) => league.schedule(day).catch(() => null))),
    absences,
  ])
  const next = nextGames(first.value, ...later.map((read) => read?.value ?? NO_GAMES))
  const out = reports && outOf(reports.value)
  const summary: LogsSummary = { players: 0, missing: 0, readAt: games.readAt, stale: games.stale }
  for (const player of players) {
    const athlete = findAthlete(games.value, player)
    if (typeof athlete === 'string') {
      const { name, team, group } = player
      summary.missing += 1
      await write({ type: 'missing', name, team, group, reason: athlete })
      continue
    }
    const record = await runSlice(() => {
      // The book's club takes precedence: after a trade, the last box score lists the former club.
      const club = canonicalClubCode(player.team) || athlete.club
      const game = next.get(club)
      const availability = reports?.value.get(athlete.id)?.availability
      return show(
        buildAthleteRecord(
          games.value.games(athlete.id) as AthleteRecord['games'],
          { name: player.name, team: player.team, group: league.group },
          athlete,
          game
            ? forecastOf(league, games.value, { ...athlete, club }, game, out)
            : missing(league.daysAhead > 1 ? 'no game this week' : 'no game today or tomorrow'),
          {
            ...(game && { tonight: describeGame(game, club) }),
            ...(availability && { availability }),
            teamMates: findTeamMates(
              games.value.games(athlete.id),
              games.value,
              { ...athlete, club },
              out ?? NO_REPORTS,
            ),
          },
        ),
        player,
      )
    })
    summary.players += 1
    await write(record)
  }
  return summary
}

const NO_GAMES: readonly LeagueGame[] = []
const NO_REPORTS: ReadonlySet<number> = new Set()
const outOf = deriveOnce(
  (reports: ReadonlyMap<number, unknown>): ReadonlySet<number> => new Set(reports.keys()),
)

function forecastOf(
  league: BoxScoreLeague,
  games: LeagueGames,
  athlete: Athlete,
  game: LeagueGame,
  out: ReadonlySet<number> | null,
): PlayerForecast {
  const result = games.forecast(athlete, game, out)
  if (!result.ok) return missing(MISSING_REASONS[result.reason])
  return {
    forecasts: toWire(result.value),
    engine: league.engine,
    forecastGame: {
      date: game.officialDate ?? game.gameDate.slice(0, 10),
      gamePk: game.gamePk,
      startsAt: game.gameDate,
    },
  }
}
