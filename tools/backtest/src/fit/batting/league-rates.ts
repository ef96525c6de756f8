import {
  type BattingTotals,
  type LeaguePrior,
  type LeagueRates,
  NO_TOTALS,
} from '@propsight/shared/domain/engine'
import type { BattingRow } from '../../read/season.ts'
import { addRows } from '../../walk/totals.ts'

/** Weight of the previous season's league rates, in plate appearances: about fifty games of one club. */
const LEAGUE_STRENGTH = 2000

/** Converts counts to rates per plate appearance. */
export const perAppearance = ({ games: _, plateAppearances, ...counts }: BattingTotals): LeagueRates => ({
  plateAppearances: 1,
  ...(Object.fromEntries(
    Object.entries(counts).map(([field, count]) => [field, count / Math.max(1, plateAppearances)]),
  ) as Omit<LeagueRates, 'plateAppearances'>),
})

/** Rates of the league, separately for batters and for pitchers at bat. */
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

/** Mean number of a club's plate appearances in a game. */
export function appearancesPerGame(rows: readonly BattingRow[]): number {
  const { plateAppearances, games } = addRows(NO_TOTALS, rows)
  return plateAppearances / Math.max(1, games)
}
