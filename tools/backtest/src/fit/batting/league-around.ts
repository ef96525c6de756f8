import { NO_TOTALS, type PerStep, perStep, trialsOf } from '@propsight/shared/domain/engine'
import type { BattingRow } from '../../read/season.ts'
import { addRows } from '../../walk/totals.ts'

const DAY_MS = 86_400_000
/** Days before and after a game whose league is taken for that of its day. */
const DAYS_AROUND = 15

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)

/**
 * The batters' league of the weeks around a day, pitchers at bat left out. The fit holds batters against it: against
 * the totals of the morning, a spring that grew warmer would make every batter look better than his league.
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
