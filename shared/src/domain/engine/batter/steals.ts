import { logit } from '../probability.ts'
import type { WeighedSeason } from '../earlier-seasons.ts'
import { withSeasons } from '../seasons/with-seasons.ts'
import { settle } from './settled.ts'
import type { EventTally, Trials } from './steps.ts'

type Record = EventTally & { readonly stolenBases: number }

/** Times on first base by a single, a walk or a hit by pitch. */
const onFirst = (record: Record): number =>
  Math.max(
    0,
    record.hits - record.doubles - record.triples - record.homeRuns + record.baseOnBalls + record.hitByPitch,
  )

const LEAST_RATE = 1e-4
const MOST_RATE = 0.5

const trialsIn = (record: Record): Trials => {
  const of = onFirst(record)
  return { yes: Math.min(record.stolenBases, of), of }
}

const rateIn = (league: Record): number =>
  Math.min(MOST_RATE, Math.max(LEAST_RATE, league.stolenBases / Math.max(1e-9, onFirst(league))))

/** Log-odds of a stolen base after reaching first in a league. */
export const usualStealing = (league: Record): number => logit(rateIn(league))

/**
 * Log-odds of a stolen base after reaching first, shrunk toward the league, and the variance of their error.
 * @param strength times on first base at the league's rate mixed into the own record
 */
export function stealing(
  own: Record,
  league: Record,
  earlier: readonly WeighedSeason<Record>[],
  strength: number,
) {
  const rate = rateIn(league)
  const seasons = earlier.map((season) => ({
    ...trialsIn(season.own),
    leagueRate: rateIn(season.league),
    share: season.share,
  }))
  const { against, variance } = settle(withSeasons(trialsIn(own), rate, seasons), rate, strength)
  return { logOdds: logit(rate) + against, variance }
}
