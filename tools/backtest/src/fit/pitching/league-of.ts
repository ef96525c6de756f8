import { NO_TOTALS, type PitchingConstants } from '@propsight/shared/domain/engine'
import type { BattingRow, Season } from '../../read/season.ts'
import { addRows } from '../../walk/totals.ts'
import { perAppearance } from '../batting/fit-league.ts'
import type { StartedGame } from './started-games.ts'

/** Plate appearances that the prior weighs beside a season's own: about two days of the league. */
const LEAGUE_STRENGTH = 2300

/**
 * Share of the starters' difference in hits that is carried to other days: over half a season it is 2% with a standard
 * error of 1%, and in the long run batted balls fall alike for all pitchers.
 */
const HITS_CARRIED = 0.5

const sumOf = (starts: readonly StartedGame[], of: (start: StartedGame['outcome']) => number): number =>
  starts.reduce((sum, { outcome }) => sum + of(outcome), 0)

/** The league that the constants are told relative to, and what its starters give against all its pitchers. */
export function leagueOf(
  season: Season,
  until: string,
  starts: readonly StartedGame[],
): Pick<PitchingConstants, 'league' | 'starters'> {
  const rows: BattingRow[] = season.batting.filter(({ date }) => date <= until)
  const rates = perAppearance(addRows(NO_TOTALS, rows))
  const faced = sumOf(starts, (start) => start.battersFaced)
  return {
    // Pitchers bat, too: whoever comes up is faced, so none are taken out.
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
