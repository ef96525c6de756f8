import { inPark } from '../batter/park.ts'
import type { ParkFactors } from '../input.ts'
import type { LeagueRates } from '../league-rates.ts'
import type { Counted } from './constants.ts'

/**
 * Average value of an event in runs, relative to an out.
 * Source: T. Tango, M. Lichtman, A. Dolphin, 'The Book' (2007), linear weights of 1999 to 2002, table 7.
 */
const RUNS = { single: 0.77, double: 1.08, triple: 1.37, homeRun: 1.7, walk: 0.62 } as const

/** Bounds a park factor: values further from the average are errors of the source. */
const sane = (factor: number): number => (factor > 0 ? Math.min(2, Math.max(0.5, factor)) : 1)

const worth = (rates: Omit<LeagueRates, 'runs' | 'rbi' | 'stolenBases'>): number => {
  const singles = rates.hits - rates.doubles - rates.triples - rates.homeRuns
  return (
    RUNS.single * singles +
    RUNS.double * rates.doubles +
    RUNS.triple * rates.triples +
    RUNS.homeRun * rates.homeRuns +
    RUNS.walk * (rates.baseOnBalls + rates.hitByPitch)
  )
}

/** Logarithms of the effect of a park on each count; 0 for an unknown park. */
export function parkEffects(
  league: LeagueRates,
  park: ParkFactors | null,
): Readonly<Record<Counted, number>> {
  if (park === null) return { strikeOuts: 0, baseOnBalls: 0, hits: 0, earnedRuns: 0 }
  const factors: ParkFactors = {
    single: sane(park.single),
    double: sane(park.double),
    triple: sane(park.triple),
    homeRun: sane(park.homeRun),
    strikeOut: sane(park.strikeOut),
    walk: sane(park.walk),
  }
  const there = inPark(league, factors)
  return {
    strikeOuts: Math.log(factors.strikeOut),
    baseOnBalls: Math.log(factors.walk),
    hits: Math.log(there.hits / league.hits),
    earnedRuns: Math.log(worth({ ...there, plateAppearances: 1 }) / worth(league)),
  }
}
