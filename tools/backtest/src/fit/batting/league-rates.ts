import {
  type BattingTotals,
  type LeaguePrior,
  type LeagueRates,
  NO_PITCHER_BATS_FROM,
  NO_TOTALS,
  type PerStep,
  perStep,
  trialsOf,
} from '@propsight/shared/domain/engine'
import { addRows, type BattingRow, known, tallyOf } from '../../read/season.ts'

const DAY_MS = 86_400_000
/** Days before and after a game that count for the league's current rates. */
const WINDOW_DAYS = 15

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)

/**
 * The league's rates in the weeks around a day, without pitchers at bat. The fit compares batters with them.
 * Compared with the season totals, all batters would look better than the league when the weather becomes
 * warmer.
 * @returns a function from a day (`YYYY-MM-DD`) to rates by step; 0 without games
 */
export function measureRatesAround(rows: readonly BattingRow[]): (date: string) => PerStep<number> {
  const byDay = Map.groupBy(
    rows.filter(({ pitched }) => !pitched),
    ({ date }) => dayNumber(date),
  )
  const cache = new Map<string, PerStep<number>>()
  const measure = (date: string): PerStep<number> => {
    const day = dayNumber(date)
    let totals = NO_TOTALS
    for (let at = day - WINDOW_DAYS; at <= day + WINDOW_DAYS; at++)
      totals = addRows(totals, byDay.get(at) ?? [])
    const trials = trialsOf(tallyOf(totals))
    return perStep((step) => trials[step].yes / Math.max(1, trials[step].of))
  }
  return (date) => {
    const rates = cache.get(date) ?? measure(date)
    cache.set(date, rates)
    return rates
  }
}

/** Weight of the previous season's league rates, in plate appearances: about fifty games of one club. */
const LEAGUE_STRENGTH = 2000

/** Converts counts to rates per plate appearance. */
export const perAppearance = ({ games: _, plateAppearances, ...counts }: BattingTotals): LeagueRates => ({
  plateAppearances: 1,
  ...(Object.fromEntries(
    Object.entries(counts).map(([field, count]) => [field, known(count) / Math.max(1, plateAppearances)]),
  ) as Omit<LeagueRates, 'plateAppearances'>),
})

/** Rates of the league, separately for batters and for pitchers at bat. */
export function fitLeague(all: readonly BattingRow[]): LeaguePrior {
  // Seasons in which no pitcher bats say nothing about pitchers at bat.
  const batted = all.filter(({ date }) => date < NO_PITCHER_BATS_FROM)
  const rows = batted.length > 0 ? batted : all
  const pitchers = addRows(
    NO_TOTALS,
    rows.filter(({ pitched }) => pitched),
  )
  const batters = addRows(
    NO_TOTALS,
    rows.filter(({ pitched }) => !pitched),
  )
  return {
    strength: LEAGUE_STRENGTH,
    rates: perAppearance(batters),
    pitchersShare: pitchers.plateAppearances / (pitchers.plateAppearances + batters.plateAppearances),
    pitchersRates: perAppearance(pitchers),
  }
}

/** Mean number of a club's plate appearances in a game. */
export function appearancesPerGame(rows: readonly BattingRow[]): number {
  const { plateAppearances, games } = addRows(NO_TOTALS, rows)
  return plateAppearances / Math.max(1, games)
}
