import { expit } from '../probability.ts'
import type { PerStep } from './steps.ts'

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
