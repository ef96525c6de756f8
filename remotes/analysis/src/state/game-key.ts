import type { Line } from '@propsight/shared/contracts'
import { canonicalTeamCode } from '@propsight/shared/domain'

type Played = Pick<Line, 'team' | 'opponent' | 'homeAway'>

/** Home club and visitors of a line's game in the league's codes; null where the book does not say. */
export function clubsOf({ team, opponent, homeAway }: Played): { home: string; away: string } | null {
  if (!opponent || !homeAway) return null
  const [own, other] = [canonicalTeamCode(team), canonicalTeamCode(opponent)]
  return homeAway === 'HOME' ? { home: own, away: other } : { home: other, away: own }
}

/** One text for a game whoever of it the line is on: 'TEX@SEA'; null where the book does not say. */
export function gameKey(line: Played): string | null {
  const clubs = clubsOf(line)
  return clubs && `${clubs.away}@${clubs.home}`
}
