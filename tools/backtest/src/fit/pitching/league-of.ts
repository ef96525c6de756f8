import { NO_TOTALS, type PitchingConstants } from '@propsight/shared/domain/engine'
import type { BattingRow, Season } from '../../read/season.ts'
import { addRows } from '../../walk/totals.ts'
import { perAppearance } from '../batting/league-rates.ts'
import type { StartedGame } from './started-games.ts'

/** Weight of the prior league rates, in plate appearances: about two days of the league. */
const LEAGUE_STRENGTH = 2300

/**
 * Share of the starters' difference in hits that is applied to other days. Over half a season the difference
 * is 2% with a standard error of 1%; in the long run hits on balls in play are similar for all pitchers.
 */
const HITS_CARRIED = 0.5

const sumOf = (starts: readonly StartedGame[], of: (start: StartedGame['outcome']) => number): number =>
  starts.reduce((sum, { outcome }) => sum + of(outcome), 0)

/**
 * The league's rates as the reference of the constants, and the starters' rates relative to those of all
 * pitchers.
 */
export function leagueOf(
  season: Season,
  until: string,
  starts: readonly StartedGame[],
): Pick<PitchingConstants, 'league' | 'starters'> {
  const rows: BattingRow[] = season.batting.filter(({ date }) => date <= until)
  const rates = perAppearance(addRows(NO_TOTALS, rows))
  const faced = sumOf(starts, (start) => start.battersFaced)
  return {
    // Pitchers at bat are included, because a pitcher faces all batters.
    league: { strength: LEAGUE_STRENGTH, rates, pitchersShare: 0, pitchersRates: rates },
    starters: {
      strikeOuts: sumOf(starts, (start) => start.strikeOuts) / faced / rates.strikeOuts,
      baseOnBalls: sumOf(starts, (start) => start.baseOnBalls) / faced / rates.baseOnBalls,
      hits: 1 + HITS_CARRIED * (sumOf(starts, (start) => start.hits) / faced / rates.hits - 1),
      homeRuns: sumOf(starts, (start) => start.homeRuns) / faced / rates.homeRuns,
      earnedRuns: sumOf(starts, (start) => start.earnedRuns) / faced / rates.runs,
    },
  }
}
