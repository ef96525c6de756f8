import type { Line } from '@propsight/shared/contracts'
import type { StatsGame } from '../../sources/stats/format/schedule.ts'
import { canonicalClubCode } from './players.ts'

export interface LineGame {
  /** Null when the schedule does not have it. */
  game: StatsGame | null
  opponent: Line['opponent']
  homeAway: Line['homeAway']
}

const UNKNOWN: LineGame = { game: null, opponent: null, homeAway: null }
/** Maximum difference between the times of a line and of its game. A game beyond that is of another day. */
const SAME_GAME_MS = 6 * 60 * 60 * 1000

const codeOf = (side: StatsGame['teams']['home']): string => canonicalClubCode(side.team.abbreviation ?? '')

function homeAwayOf(prefix: string | undefined): Line['homeAway'] {
  if (prefix === undefined) return null
  return prefix === '@' ? 'AWAY' : 'HOME'
}

/** Reads opponent and side from the book's description: 'TB', '@ TB', 'vs TB'. */
function fromDescription(description: string): LineGame {
  const match = /^(@|vs\.?)?\s*([A-Z]{2,3})$/.exec(description.trim())
  if (!match?.[2]) return UNKNOWN
  return { game: null, opponent: canonicalClubCode(match[2]), homeAway: homeAwayOf(match[1]) }
}

/** Games by the code of each club in them. */
export type GamesByClub = ReadonlyMap<string, readonly StatsGame[]>

/** Groups games by the code of each of their two clubs. */
export function gamesByClub(games: readonly StatsGame[]): GamesByClub {
  const sides = games.flatMap((game) => [
    { club: codeOf(game.teams.home), game },
    { club: codeOf(game.teams.away), game },
  ])
  const grouped = Map.groupBy(sides, ({ club }) => club)
  return new Map([...grouped].map(([club, clubSides]) => [club, clubSides.map(({ game }) => game)]))
}

/**
 * Finds the game of a line: of the club's games the one nearest to the line's time, which distinguishes the
 * games of a doubleheader. A combo has no single game.
 * @param games of the league days of the lines, by club code
 */
export function findLineGame(
  line: Pick<Line, 'team' | 'combo' | 'gameTime'> & { description: string },
  games: GamesByClub,
): LineGame {
  if (line.combo) return UNKNOWN
  const team = canonicalClubCode(line.team)
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
