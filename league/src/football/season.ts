import { dateOf, dayNumber, weekday } from '../world/calendar.ts'
import { randomFrom } from '../world/random.ts'
import { type FootballGame, scheduleWeek } from './kickoffs.ts'
import { makeWeeks } from './weeks.ts'

/**
 * Fifteen weeks. The sample league's clock runs between June 3 and September 1, when no real football is
 * played. The sample football season begins this much earlier than the real one, so it is in progress on all
 * these days.
 */
const EARLIER_DAYS = 105

export interface FootballSeason {
  readonly season: number
  /** Day of the first and of the last game. */
  readonly first: string
  readonly last: string
  readonly games: readonly FootballGame[]
}

/** Day number of the first game: `EARLIER_DAYS` before the Thursday after Labor Day. */
export function footballOpening(season: number): number {
  let laborDay = dayNumber(`${season}-09-01`)
  while (weekday(laborDay) !== 1) laborDay++
  return laborDay + 3 - EARLIER_DAYS
}

/** Makes the sample league's football season: 272 games of the real 32 clubs, deterministic from the seed. */
export function makeFootballSeason(seed: string, season: number): FootballSeason {
  const random = randomFrom(seed, 'football', season)
  const opening = footballOpening(season)
  const games = makeWeeks(random, season)
    .flatMap((week, at) => scheduleWeek(random, week, { season, week: at + 1, thursday: opening + at * 7 }))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt) || a.id.localeCompare(b.id))
  return { season, first: dateOf(opening), last: games.at(-1)?.date ?? dateOf(opening), games }
}
