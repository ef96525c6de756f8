import type { Line } from '@propsight/shared/contracts'
import { canonicalTeamCode, easternDate } from '@propsight/shared/domain'

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

/** A board has many lines and few starts. */
const days = new Map<string, string>()

/** League day of a game by its start, which may be tomorrow's; null for a text that is no instant. */
export function gameDay(gameTime: string | null): string | null {
  if (gameTime === null) return null
  const known = days.get(gameTime)
  if (known) return known
  const begins = Date.parse(gameTime)
  if (Number.isNaN(begins)) return null
  const day = easternDate(new Date(begins))
  days.set(gameTime, day)
  return day
}

/** League days of the lines' games, the first first; a line without a start counts as today's. */
export const gameDays = (lines: readonly Pick<Line, 'gameTime'>[], today: string): string[] =>
  [...new Set(lines.map(({ gameTime }) => gameDay(gameTime) ?? today))].toSorted()
