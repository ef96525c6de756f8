import { addDays, dayAfter } from './stats/finished-games.ts'
import type { NextGames, StatsGame } from './stats/format/schedule.ts'

/** The schedule of a season is published this long before it begins. */
const SCHEDULED_DAYS = 150
/** Days of a request for a range: about a hundred games. */
export const RANGE_DAYS = 15

/**
 * Finds the next day with games. Ranges of days are read one after the other, since most of them are empty between two
 * seasons, and the next games are in the first one else.
 * @param readRange the games of a range of days, both included
 * @param hasBegun whether a season has finished games
 */
export async function findNextGames(
  day: string,
  readRange: (from: string, to: string) => Promise<readonly StatsGame[]>,
  hasBegun: (season: string) => Promise<boolean>,
): Promise<NextGames | null> {
  const last = addDays(day, SCHEDULED_DAYS)
  for (let from = dayAfter(day); from <= last; from = addDays(from, RANGE_DAYS)) {
    const games = await readRange(from, addDays(from, RANGE_DAYS - 1))
    const dayOf = ({ officialDate, gameDate }: StatsGame) => officialDate ?? gameDate.slice(0, 10)
    const dates = games.map(dayOf).filter((date) => date >= from)
    const [date] = dates.toSorted()
    if (date === undefined) continue
    const first = games.filter((game) => dayOf(game) === date)
    return { date, games: first.length, opensSeason: !(await hasBegun(first[0]?.season ?? '')) }
  }
  return null
}
