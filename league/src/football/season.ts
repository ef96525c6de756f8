import { dateOf, dayNumber, weekday } from '../sample/calendar.ts'
import { randomFrom } from '../sample/random.ts'
import { type FootballGame, scheduleWeek } from './kickoffs.ts'
import { makeWeeks } from './weeks.ts'

/**
 * Fifteen weeks: the sample league lives between June 3 and September 1, when nobody plays football. Its football season
 * begins that much earlier than the real one, so that it is under way all that time.
 */
const EARLIER_DAYS = 105

export interface FootballSeason {
  readonly season: number
  /** Day of the first and of the last game. */
  readonly first: string
  readonly last: string
  readonly games: readonly FootballGame[]
}

/** The day of the first game: the Thursday after Labor Day, `EARLIER_DAYS` before. */
export function footballOpening(season: number): number {
  let laborDay = dayNumber(`${season}-09-01`)
  while (weekday(laborDay) !== 1) laborDay++
  return laborDay + 3 - EARLIER_DAYS
}

/** The sample league's football season: 272 games of the real 32 clubs, the same from the same seed. */
export function makeFootballSeason(seed: string, season: number): FootballSeason {
  const random = randomFrom(seed, 'football', season)
  const opening = footballOpening(season)
  const games = makeWeeks(random, season)
    .flatMap((week, at) => scheduleWeek(random, week, { season, week: at + 1, thursday: opening + at * 7 }))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id))
  return { season, first: dateOf(opening), last: games.at(-1)?.date ?? dateOf(opening), games }
}
