import type { ParkFactors } from '../input.ts'
import { logit } from '../probability.ts'
import { type EventTally, type PerStep, perStep, trialsOf } from './steps.ts'

const rateOf = ({ yes, of }: { yes: number; of: number }): number => (of > 0 ? yes / of : 0)

/** Applies park factors to the rates of a league. */
export function inPark(league: EventTally, park: ParkFactors): EventTally {
  const singles = league.hits - league.doubles - league.triples - league.homeRuns
  const doubles = league.doubles * park.double
  const triples = league.triples * park.triple
  const homeRuns = league.homeRuns * park.homeRun
  return {
    plateAppearances: league.plateAppearances,
    hits: singles * park.single + doubles + triples + homeRuns,
    doubles,
    triples,
    homeRuns,
    baseOnBalls: league.baseOnBalls * park.walk,
    hitByPitch: league.hitByPitch,
    strikeOuts: league.strikeOuts * park.strikeOut,
  }
}

const boundFactor = (factor: number): number =>
  Number.isFinite(factor) ? Math.min(4, Math.max(0.25, factor)) : 1

/** Shift of each step's log-odds in a park; 0 for an unknown park. */
export function parkShifts(league: EventTally, park: ParkFactors | null): PerStep<number> {
  if (!park) return perStep(() => 0)
  const there = trialsOf(
    inPark(league, {
      single: boundFactor(park.single),
      double: boundFactor(park.double),
      triple: boundFactor(park.triple),
      homeRun: boundFactor(park.homeRun),
      strikeOut: boundFactor(park.strikeOut),
      walk: boundFactor(park.walk),
    }),
  )
  const usual = trialsOf(league)
  return perStep((step) =>
    step === 'hitByPitch' ? 0 : logit(rateOf(there[step])) - logit(rateOf(usual[step])),
  )
}
