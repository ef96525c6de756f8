import type { Line } from '@propsight/shared/contracts'
import { canonicalClubCode } from '@propsight/shared/domain'

type Played = Pick<Line, 'team' | 'opponent' | 'homeAway'>

/** Home and away club of a line's game as canonical team codes; null if the book does not provide them. */
export function listClubs({ team, opponent, homeAway }: Played): { home: string; away: string } | null {
  if (!opponent || !homeAway) return null
  const own = canonicalClubCode(team)
  const other = canonicalClubCode(opponent)
  return homeAway === 'HOME' ? { home: own, away: other } : { home: other, away: own }
}

/** Key of a game, the same for lines of both teams: 'TEX@SEA'; null if the book does not name the game. */
export function gameKey(line: Played): string | null {
  const clubs = listClubs(line)
  return clubs && `${clubs.away}@${clubs.home}`
}
