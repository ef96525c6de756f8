import type { DayGame } from '@propsight/shared/contracts'
import type { Deps } from '../../deps.ts'
import type { Read } from '../../platform/cache/read.ts'
import type { ScoreboardGame } from '../../sources/football/football-client.ts'
import { clubOf } from './find-club-by-code.ts'
import { zonedInstant } from './zoned-time.ts'

const CALLED_OFF = new Set(['STATUS_POSTPONED', 'STATUS_CANCELED', 'STATUS_FORFEIT'])
const STATUS = { pre: 'scheduled', in: 'live', post: 'final' } as const

/**
 * Converts a game of the scoreboard; null if a side is not one of the clubs (not known yet, or all-stars).
 */
function dayGame(game: ScoreboardGame, date: string): DayGame | null {
  const [home, away] = [clubOf('football', game.home), clubOf('football', game.away)]
  if (!home || !away) return null
  const { timeTbd, startsAt } = game
  return {
    id: game.id,
    homeTeam: home.code,
    awayTeam: away.code,
    gameTime: timeTbd ? zonedInstant(date, home.defaultGameTime, home.timeZone).toISOString() : startsAt,
    stadium: game.stadium ?? home.stadium.name,
    status: CALLED_OFF.has(game.status) ? 'postponed' : STATUS[game.state],
    gameNumber: 1,
    timeTbd,
    neutralSite: game.neutralSite,
  }
}

/**
 * The football games of one US Eastern day in the order of kickoffs.
 * @throws UpstreamError
 */
export async function footballGames(
  { upstream }: Pick<Deps, 'upstream'>,
  date: string,
): Promise<Read<DayGame[]>> {
  const read = await upstream.football.scoreboard(date)
  const games = read.value.flatMap((game) => dayGame(game, date) ?? [])
  return { ...read, value: games.toSorted((a, b) => a.gameTime.localeCompare(b.gameTime)) }
}
