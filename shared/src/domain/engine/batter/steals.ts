import { addSeasonTrials, type WeighedSeason } from '../earlier-seasons.ts'
import { logit } from '../probability.ts'
import { type EventTally, shrinkTrials, type Trials } from './steps.ts'

type StealCounts = EventTally & { readonly stolenBases: number }

/** Times on first base by a single, a walk or a hit by pitch. */
const onFirst = (record: StealCounts): number =>
  Math.max(
    0,
    record.hits - record.doubles - record.triples - record.homeRuns + record.baseOnBalls + record.hitByPitch,
  )

const LEAST_RATE = 1e-4
const MOST_RATE = 0.5

const trialsIn = (record: StealCounts): Trials => {
  const of = onFirst(record)
  return { yes: Math.min(record.stolenBases, of), of }
}

const rateIn = (league: StealCounts): number =>
  Math.min(MOST_RATE, Math.max(LEAST_RATE, league.stolenBases / Math.max(1e-9, onFirst(league))))

/** Log-odds of a stolen base after reaching first in a league. */
export const leagueStealLogOdds = (league: StealCounts): number => logit(rateIn(league))

/**
 * Log-odds of a stolen base after reaching first, shrunk toward the league, and the variance of their error.
 * @param strength times on first base at the league's rate mixed into the own record
 */
export function estimateSteals(
  own: StealCounts,
  league: StealCounts,
  earlier: readonly WeighedSeason<StealCounts>[],
  strength: number,
) {
  const rate = rateIn(league)
  const seasons = earlier.map((season) => ({
    ...trialsIn(season.own),
    leagueRate: rateIn(season.league),
    share: season.share,
  }))
  const { against, variance } = shrinkTrials(addSeasonTrials(trialsIn(own), rate, seasons), rate, strength)
  return { logOdds: logit(rate) + against, variance }
}
