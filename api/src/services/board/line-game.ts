import type { Line } from '@propsight/shared/contracts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import { canonicalTeamCode } from './team-codes.ts'

export interface LineGame {
  /** Null where our schedule does not have it. */
  game: StatsGame | null
  opponent: Line['opponent']
  homeAway: Line['homeAway']
}

const UNKNOWN: LineGame = { game: null, opponent: null, homeAway: null }
/** A game that starts further from the line's time than this is another one: yesterday's, tomorrow's. */
const SAME_GAME_MS = 6 * 60 * 60 * 1000

const codeOf = (side: StatsGame['teams']['home']): string => canonicalTeamCode(side.team.abbreviation ?? '')

/** What the book itself says: 'TB', '@ TB', 'vs TB'. */
function fromDescription(description: string): LineGame {
  const match = /^(@|vs\.?)?\s*([A-Z]{2,3})$/.exec(description.trim())
  if (!match?.[2]) return UNKNOWN
  const homeAway = match[1] === undefined ? null : match[1] === '@' ? 'AWAY' : 'HOME'
  return { game: null, opponent: match[2], homeAway }
}

/** Games by the code of each club in them. */
export type GamesByClub = ReadonlyMap<string, readonly StatsGame[]>

export function gamesByClub(games: readonly StatsGame[]): GamesByClub {
  const sides = games.flatMap((game) => [
    { club: codeOf(game.teams.home), game },
    { club: codeOf(game.teams.away), game },
  ])
  const grouped = Map.groupBy(sides, ({ club }) => club)
  return new Map([...grouped].map(([club, of]) => [club, of.map(({ game }) => game)]))
}

/**
 * The game that a line is about: the club's own, nearest to the line's time, so that the games of a doubleheader are
 * told apart. A combo has no single game.
 * @param games of the league days that the lines are about, with their clubs' codes
 */
export function gameOf(
  line: Pick<Line, 'team' | 'combo' | 'gameTime'> & { description: string },
  games: GamesByClub,
): LineGame {
  if (line.combo) return UNKNOWN
  const team = canonicalTeamCode(line.team)
  const start = line.gameTime === null ? null : Date.parse(line.gameTime)
  const distance = (game: StatsGame) => (start === null ? 0 : Math.abs(Date.parse(game.gameDate) - start))
  const game = (games.get(team) ?? [])
    .filter((candidate) => distance(candidate) <= SAME_GAME_MS)
    .sort((a, b) => distance(a) - distance(b))[0]
  if (!game) return fromDescription(line.description)
  const isHome = codeOf(game.teams.home) === team
  const other = isHome ? game.teams.away : game.teams.home
  return { game, opponent: other.team.abbreviation ?? null, homeAway: isHome ? 'HOME' : 'AWAY' }
}
