import { expit, logit } from '../../../../engine/probability.ts'
import type { ParkFactors } from '../input.ts'

/**
 * A plate appearance as a sequence of yes-or-no steps, each conditional on the steps before: strikeout? walk?
 * hit by pitch? home run? Then, for balls in play: hit? extra-base hit? triple? Each rate can thus be shrunk
 * by its own strength, and the chances of all outcomes always sum to one.
 */
export const STEPS = ['strikeOut', 'walk', 'hitByPitch', 'homeRun', 'hit', 'extraBase', 'triple'] as const
export type Step = (typeof STEPS)[number]
export type PerStep<T> = Readonly<Record<Step, T>>

export const perStep = <T>(make: (step: Step) => T): PerStep<T> => ({
  strikeOut: make('strikeOut'),
  walk: make('walk'),
  hitByPitch: make('hitByPitch'),
  homeRun: make('homeRun'),
  hit: make('hit'),
  extraBase: make('extraBase'),
  triple: make('triple'),
})

/** Number of trials of a step (`of`) and of those answered yes. */
export interface Trials {
  readonly yes: number
  readonly of: number
}

/** Counts of the outcomes of plate appearances. */
export interface EventTally {
  readonly plateAppearances: number
  readonly hits: number
  readonly doubles: number
  readonly triples: number
  readonly homeRuns: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly strikeOuts: number
}

/** Bounds the counts, because those of a source may contradict each other: rates stay within 0 to 1. */
const trials = (yes: number, of: number): Trials => {
  const all = Number.isFinite(of) ? Math.max(0, of) : 0
  return { yes: Number.isFinite(yes) ? Math.min(Math.max(0, yes), all) : 0, of: all }
}

/** Trials of each step. Counts may be weighted, so they need not be integers. */
export function trialsOf(tally: EventTally): PerStep<Trials> {
  const noStrikeOut = tally.plateAppearances - tally.strikeOuts
  const noWalk = noStrikeOut - tally.baseOnBalls
  const contact = noWalk - tally.hitByPitch
  const hits = tally.hits - tally.homeRuns
  const long = tally.doubles + tally.triples
  return {
    strikeOut: trials(tally.strikeOuts, tally.plateAppearances),
    walk: trials(tally.baseOnBalls, noStrikeOut),
    hitByPitch: trials(tally.hitByPitch, noWalk),
    homeRun: trials(tally.homeRuns, contact),
    hit: trials(hits, contact - tally.homeRuns),
    extraBase: trials(long, hits),
    triple: trials(tally.triples, long),
  }
}

/** A rate estimated from its record by shrinkage toward the league. */
export interface ShrunkRate {
  /** Log-odds relative to the league's. */
  readonly against: number
  /** Weight of the league's rate: 1 without a record, toward 0 with more trials. */
  readonly weight: number
  /** Error variance of the log-odds. */
  readonly variance: number
}

/**
 * Shrinks a chance toward the league by empirical Bayes: `strength` trials at the league's rate are mixed
 * into the record (posterior mean of a beta prior; variance of its log-odds by the delta method). Source:
 * Efron and Morris, 'Data analysis using Stein's estimator', JASA 70 (1975); Casella, 'An introduction to
 * empirical Bayes data analysis', The American Statistician 39 (1985).
 */
export function shrinkTrials(record: Trials, leagueRate: number, strength: number): ShrunkRate {
  const of = record.of + strength
  const rate = (record.yes + strength * leagueRate) / of
  return {
    against: logit(rate) - logit(leagueRate),
    weight: strength / of,
    variance: 1 / Math.max(1e-3, (of + 1) * rate * (1 - rate)),
  }
}

/** Chances of the outcomes of one plate appearance; they sum to one. */
export interface EventChances {
  readonly strikeOut: number
  readonly walk: number
  readonly hitByPitch: number
  readonly homeRun: number
  readonly single: number
  readonly double: number
  readonly triple: number
  /** Outs other than strikeouts, and reaching base on an error or a fielder's choice. */
  readonly out: number
}

/** Converts the log-odds of the steps to chances of the outcomes. */
export function eventChances(logOdds: PerStep<number>): EventChances {
  const strikeOut = expit(logOdds.strikeOut)
  const noStrikeOut = 1 - strikeOut
  const walk = noStrikeOut * expit(logOdds.walk)
  const noWalk = noStrikeOut - walk
  const hitByPitch = noWalk * expit(logOdds.hitByPitch)
  const contact = noWalk - hitByPitch
  const homeRun = contact * expit(logOdds.homeRun)
  const inPlay = contact - homeRun
  const hit = inPlay * expit(logOdds.hit)
  const long = hit * expit(logOdds.extraBase)
  const triple = long * expit(logOdds.triple)
  return {
    strikeOut,
    walk,
    hitByPitch,
    homeRun,
    single: hit - long,
    double: long - triple,
    triple,
    out: inPlay - hit,
  }
}

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
