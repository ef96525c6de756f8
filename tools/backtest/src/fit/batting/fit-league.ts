import {
  type BattingTotals,
  type LeaguePrior,
  type LeagueRates,
  NO_TOTALS,
} from '@propsight/shared/domain/engine'
import type { BattingRow } from '../../read/season.ts'
import { addRows } from '../../walk/totals.ts'

/** Plate appearances that the last season's league weighs beside this one's: some fifty games of one club. */
const LEAGUE_STRENGTH = 2000

/** Counts per plate appearance. */
export const perAppearance = ({ games: _, plateAppearances, ...counts }: BattingTotals): LeagueRates => ({
  plateAppearances: 1,
  ...(Object.fromEntries(
    Object.entries(counts).map(([field, count]) => [field, count / Math.max(1, plateAppearances)]),
  ) as Omit<LeagueRates, 'plateAppearances'>),
})

/** The league of the rows: its batters, and the pitchers who batted, apart. */
export function fitLeague(rows: readonly BattingRow[]): LeaguePrior {
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

/** Plate appearances of a club in a game. */
export function appearancesPerGame(rows: readonly BattingRow[]): number {
  const { plateAppearances, games } = addRows(NO_TOTALS, rows)
  return plateAppearances / Math.max(1, games)
}
