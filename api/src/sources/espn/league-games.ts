import type { BoxScoreGame } from '@propsight/shared/contracts'
import type { EngineResult, StatForecast } from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../platform/cache/cache.ts'
import { runInSlices } from '../../platform/concurrency/event-loop.ts'
import { type Athlete, type LeagueGame, type LeagueGames, NO_SETTING } from '../box-score-league.ts'
import type { EspnGame, EspnLine, EspnSport } from './espn-sport.ts'

/** Games that are added at once: about 2 ms. */
const GAMES_PER_SLICE = 10

const logGame = ({ id, date, home, away }: EspnGame, { club, started, counts }: EspnLine): BoxScoreGame => ({
  date,
  gamePk: Number(id),
  opponent: club === home ? away : home,
  homeAway: club === home ? 'HOME' : 'AWAY',
  started,
  counts,
})

/**
 * Builds the logs of all players and the league's records of finished games.
 * @param games of this season and the one before, oldest first
 */
export async function buildLeagueGames(sport: EspnSport, games: readonly EspnGame[]): Promise<LeagueGames> {
  const engine = sport.createEngine()
  const season = games.at(-1)?.season ?? 0
  const athletes = new Map<number, Athlete>()
  const logs = new Map<number, BoxScoreGame[]>()
  await runInSlices(games, GAMES_PER_SLICE, (game) => {
    engine.add(game)
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
  const clubOf = ({ team }: LeagueGame['teams']['home']) => team.abbreviation ?? ''
  const playing = deriveOnce(
    (out: ReadonlySet<number>) => new Set([...athletes.keys()].filter((id) => !out.has(id)).map(String)),
  )
  const none: readonly BoxScoreGame[] = []
  const shareOf = ({ id }: Athlete): number =>
    (logs.get(id) ?? none).reduce((sum, { counts }) => sum + sport.shareOf(counts), 0)
  const clubs = Map.groupBy(
    [...athletes.values()].toSorted((a, b) => shareOf(b) - shareOf(a)),
    ({ club }) => club,
  )
  return {
    season,
    athletes: [...athletes.values()],
    games: (id) => logs.get(id) ?? none,
    teamMates: ({ id, club }) => (clubs.get(club) ?? []).filter((mate) => mate.id !== id),
    forecast({ id, club }, { gamePk, gameDate, officialDate, gameType, teams, setting = NO_SETTING }, out) {
      const absent = out ? engine.reportedOut(club, season, playing(out)) : undefined
      const key = [id, gamePk, club, setting.spread, setting.total, ...(absent ?? [])].join(' ')
      const known = forecasts.get(key)
      if (known) return known
      const fixture = {
        date: officialDate ?? gameDate.slice(0, 10),
        season,
        playoffs: gameType !== 'R',
        home: clubOf(teams.home),
        away: clubOf(teams.away),
        setting,
      }
      const forecast = engine.forecast(String(id), club, fixture, absent)
      forecasts.set(key, forecast)
      return forecast
    },
  }
}
