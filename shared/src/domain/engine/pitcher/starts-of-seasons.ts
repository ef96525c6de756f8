import type { PitchingTotals } from '../input.ts'
import type { LeagueRates } from '../league-rates.ts'
import type { WeighedSeason } from '../earlier-seasons.ts'
import { RATES, type Rate } from './constants.ts'
import type { EarlierStarts } from './earlier-starts.ts'

type Count = Rate | 'hitByPitch'
const COUNTS: readonly Count[] = [...RATES, 'hitByPitch']

/**
 * Frequency of an event in one league relative to another, bounded to plausible differences between leagues.
 */
function ratio(now: LeagueRates, then: LeagueRates, count: Count): number {
  const name = count === 'earnedRuns' ? 'runs' : count
  return then[name] > 0 ? Math.min(3, Math.max(1 / 3, now[name] / then[name])) : 1
}

/**
 * Adds the counts of earlier seasons to those of this one. Batters faced are multiplied by the weight of
 * their season, and counts also by the ratio of the current league to that season's. The length of starts is
 * from this season only.
 */
export function startsOfSeasons(
  starts: EarlierStarts,
  league: LeagueRates,
  earlier: readonly WeighedSeason<PitchingTotals>[],
): EarlierStarts {
  const sum = (count: Count): number =>
    earlier.reduce(
      (all, season) => all + season.share * season.own[count] * ratio(league, season.league, count),
      starts[count],
    )
  const counts = Object.fromEntries(COUNTS.map((count) => [count, sum(count)])) as Record<Count, number>
  const battersFaced = earlier.reduce(
    (all, { share, own }) => all + share * own.battersFaced,
    starts.battersFaced,
  )
  return { ...starts, ...counts, battersFaced }
}
