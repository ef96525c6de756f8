import type { BoxScoreGame } from '@propsight/shared/contracts'
import type { EngineResult, StatForecast } from '@propsight/shared/domain/engine'
import {
  type BoxGame,
  forecastNbaPlayer,
  NBA_CONSTANTS,
  NBA_MARKETS,
  NbaLeague,
} from '@propsight/shared/domain/sports/nba'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { runInSlices } from '../../platform/concurrency/event-loop.ts'
import type { Athlete, LeagueGames } from '../box-score-league.ts'
import type { StatsGame } from '../stats/format/schedule.ts'
import type { NbaBoxLine } from './format.ts'

/** A finished game with the names of its players. */
export interface NbaGame extends BoxGame {
  readonly lines: readonly NbaBoxLine[]
}

/** Version of the engine of the NBA, stored with its forecasts. */
export const NBA_ENGINE = 'nba-1'

const STATS = NBA_MARKETS.map(({ stat }) => stat)
/** Games that are added at once: about 2 ms. */
const GAMES_PER_SLICE = 10
const SEASON_STARTS_IN = 9

/** The year in which the season of a day began. */
export const nbaSeasonOf = (day: string): number => {
  const date = new Date(`${day}T12:00:00Z`)
  return date.getUTCFullYear() - (date.getUTCMonth() < SEASON_STARTS_IN ? 1 : 0)
}

const logGame = (
  { id, date, home, away }: NbaGame,
  { club, started, minutes, counts }: NbaBoxLine,
): BoxScoreGame => ({
  date,
  gamePk: Number(id),
  opponent: club === home ? away : home,
  homeAway: club === home ? 'HOME' : 'AWAY',
  started,
  counts: { minutes, ...counts },
})

/**
 * Builds the logs of all players and the league's records of finished games.
 * @param games of this season and the one before, oldest first
 */
export async function buildNbaGames(games: readonly NbaGame[]): Promise<LeagueGames> {
  const league = new NbaLeague(NBA_CONSTANTS)
  const season = games.at(-1)?.season ?? 0
  const athletes = new Map<number, Athlete>()
  const logs = new Map<number, BoxScoreGame[]>()
  await runInSlices(games, GAMES_PER_SLICE, (game) => {
    league.add(game)
    for (const line of game.lines) {
      const id = Number(line.playerId)
      athletes.set(id, { id, fullName: line.name, position: line.position, club: line.club })
      if (game.season !== season) continue
      const log = logs.get(id) ?? []
      logs.set(id, log)
      log.push(logGame(game, line))
    }
  })
  const forecasts = new Map<string, EngineResult<StatForecast[]>>()
  const clubOf = ({ team }: StatsGame['teams']['home']) => team.abbreviation ?? ''
  const playing = deriveOnce(
    (out: ReadonlySet<number>) => new Set([...athletes.keys()].filter((id) => !out.has(id)).map(String)),
  )
  const none: readonly BoxScoreGame[] = []
  const minutesOf = ({ id }: Athlete): number =>
    (logs.get(id) ?? none).reduce((sum, { counts }) => sum + (counts.minutes ?? 0), 0)
  const clubs = Map.groupBy(
    [...athletes.values()].toSorted((a, b) => minutesOf(b) - minutesOf(a)),
    ({ club }) => club,
  )
  return {
    season,
    athletes: [...athletes.values()],
    games: (id) => logs.get(id) ?? none,
    teamMates: ({ id, club }) => (clubs.get(club) ?? []).filter((mate) => mate.id !== id),
    forecast({ id, club }, { gamePk, gameDate, officialDate, gameType, teams }, out) {
      const absent = out ? league.reportedOut(club, season, playing(out)) : undefined
      const key = [id, gamePk, club, ...(absent ?? [])].join(' ')
      const known = forecasts.get(key)
      if (known) return known
      const fixture = {
        date: officialDate ?? gameDate.slice(0, 10),
        season,
        playoffs: gameType !== 'R',
        home: clubOf(teams.home),
        away: clubOf(teams.away),
      }
      const player = league.player(String(id), season)
      const outlook = player && league.outlook(player, club, fixture, absent)
      const forecast = forecastNbaPlayer(outlook, STATS)
      forecasts.set(key, forecast)
      return forecast
    },
  }
}
