import type { PitchingTotals } from '../input.ts'
import type { LeagueRates } from '../league/anchor.ts'
import type { WeighedSeason } from '../seasons/weighed-seasons.ts'
import { RATES, type Rate } from './constants.ts'
import type { EarlierStarts } from './earlier-starts.ts'

type Count = Rate | 'hitByPitch'
const COUNTS: readonly Count[] = [...RATES, 'hitByPitch']

/** How much oftener something happens in one league than in another, kept to what leagues have differed by. */
function ratio(now: LeagueRates, then: LeagueRates, count: Count): number {
  const name = count === 'earnedRuns' ? 'runs' : count
  return then[name] > 0 ? Math.min(3, Math.max(1 / 3, now[name] / then[name])) : 1
}

/**
 * A pitcher's counts with those of earlier seasons beside this one's: so many batters less, and as much of them as he
 * would have given up in the league of today. How long he lasts is this season's alone.
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
