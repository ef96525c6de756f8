import type { ParkFactors } from '../input.ts'
import { logit } from '../log-odds.ts'
import { type EventTally, type PerStep, perStep, trialsOf } from './steps.ts'

const rateOf = ({ yes, of }: { yes: number; of: number }): number => (of > 0 ? yes / of : 0)

/** Events of a league, per plate appearance, as they would be in a park. */
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

const sane = (factor: number): number => (Number.isFinite(factor) ? Math.min(4, Math.max(0.25, factor)) : 1)

/** What a park does to each step's log-odds; 0 everywhere for a park that is not known. */
export function parkShifts(league: EventTally, park: ParkFactors | null): PerStep<number> {
  if (!park) return perStep(() => 0)
  const there = trialsOf(
    inPark(league, {
      single: sane(park.single),
      double: sane(park.double),
      triple: sane(park.triple),
      homeRun: sane(park.homeRun),
      strikeOut: sane(park.strikeOut),
      walk: sane(park.walk),
    }),
  )
  const usual = trialsOf(league)
  return perStep((step) =>
    step === 'hitByPitch' ? 0 : logit(rateOf(there[step])) - logit(rateOf(usual[step])),
  )
}
