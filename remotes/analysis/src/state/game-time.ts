import type { Line } from '@propsight/shared/contracts'
import { canonicalClubCode, easternDate } from '@propsight/shared/domain'
import { clockText, leagueDayText, shortDayText, weekdayClockText } from '@propsight/shared/format'

type Played = Pick<Line, 'team' | 'opponent' | 'homeAway'>

/** Home and away club of a line's game as canonical team codes; null if the book does not provide them. */
function listClubs({ team, opponent, homeAway }: Played): { home: string; away: string } | null {
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

/** Cache of league days by start time: a board has many lines but few distinct start times. */
const dayOfStart = new Map<string, string>()

/** League day of a game from its start time, today or tomorrow; null for an invalid timestamp. */
export function gameDay(gameTime: string | null): string | null {
  if (gameTime === null) return null
  const cached = dayOfStart.get(gameTime)
  if (cached) return cached
  const startMs = Date.parse(gameTime)
  if (Number.isNaN(startMs)) return null
  const day = easternDate(new Date(startMs))
  dayOfStart.set(gameTime, day)
  return day
}

/**
 * Distinct league days of the lines' games, earliest first. A line without a start time counts as today's.
 */
export const gameDays = (lines: readonly Pick<Line, 'gameTime'>[], today: string): string[] =>
  [...new Set(lines.map(({ gameTime }) => gameDay(gameTime) ?? today))].toSorted()

/**
 * The start of a game in the user's time zone: '9:40 PM', or 'Mon 9:40 PM' when its league day is not today; empty for
 * an invalid timestamp.
 */
export const startText = (iso: string | null, today: string): string =>
  gameDay(iso) === today ? clockText(iso) : weekdayClockText(iso)

/** One or several league days (days in US Eastern time): 'Friday, July 18 ET', 'Jul 18 to Jul 19 ET'. */
export function leagueDaysText(days: readonly string[], today: string): string {
  const first = days[0] ?? today
  const last = days.at(-1) ?? first
  if (first !== last) return `${shortDayText(first)} to ${shortDayText(last)} ET`
  return `${leagueDayText(first)} ET`
}
