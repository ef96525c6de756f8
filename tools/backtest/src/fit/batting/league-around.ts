import { NO_TOTALS, type PerStep, perStep, trialsOf } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../../read/season.ts'
import { addRows } from '../../walk/totals.ts'

const DAY_MS = 86_400_000
/** Days before and after a game that count for the league's current rates. */
const DAYS_AROUND = 15

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)

/**
 * The league's rates in the weeks around a day, without pitchers at bat. The fit compares batters with them.
 * Compared with the season totals, all batters would look better than the league when the weather becomes
 * warmer.
 * @returns a function from a day (`YYYY-MM-DD`) to rates by step; 0 without games
 */
export function leagueAround(rows: readonly BattingRow[]): (date: string) => PerStep<number> {
  const byDay = Map.groupBy(
    rows.filter(({ pitched }) => !pitched),
    ({ date }) => dayNumber(date),
  )
  const known = new Map<string, PerStep<number>>()
  const measure = (date: string): PerStep<number> => {
    const day = dayNumber(date)
    let totals = NO_TOTALS
    for (let at = day - DAYS_AROUND; at <= day + DAYS_AROUND; at++)
      totals = addRows(totals, byDay.get(at) ?? [])
    const trials = trialsOf(totals)
    return perStep((step) => trials[step].yes / Math.max(1, trials[step].of))
  }
  return (date) => {
    const rates = known.get(date) ?? measure(date)
    known.set(date, rates)
    return rates
  }
}
