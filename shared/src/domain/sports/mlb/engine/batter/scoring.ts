import { expit } from '../../../../engine/probability.ts'
import type { ScoringConstants, ScoringEvent } from './constants.ts'
import type { EventChances, EventTally } from './steps.ts'

/** Number (or rate) of each outcome after which runs can score. */
export type ScoringCounts = Readonly<Record<ScoringEvent | 'homeRun', number>>

export const SCORING_EVENTS = ['walk', 'single', 'double', 'triple', 'out'] as const satisfies ScoringEvent[]
export const RBI_EVENTS = [...SCORING_EVENTS, 'homeRun'] as const

/** Shifts of log-odds: of scoring after reaching base, and of each further run batted in. */
export interface ScoringShift {
  readonly run: number
  readonly rbi: number
}

/** Chances after an outcome: that the batter scores, and of 0 to 4 runs batted in. */
export interface ScoringChances {
  readonly run: Readonly<Record<ScoringEvent, number>>
  readonly rbi: Readonly<Record<ScoringEvent | 'homeRun', readonly number[]>>
}

/** Converts the counts of a record to outcomes after which runs can score. */
export function scoringCounts(record: EventTally): ScoringCounts {
  const { plateAppearances, hits, doubles, triples, homeRuns, baseOnBalls, hitByPitch, strikeOuts } = record
  const walk = baseOnBalls + hitByPitch
  return {
    walk,
    single: Math.max(0, hits - doubles - triples - homeRuns),
    double: doubles,
    triple: triples,
    homeRun: homeRuns,
    out: Math.max(0, plateAppearances - hits - walk - strikeOuts),
  }
}

/** Tilts a distribution over 0, 1, 2 …: the log-odds of each further one are shifted by `shift`. */
export function tilt(chances: readonly number[], shift: number): number[] {
  const step = Math.exp(shift)
  let factor = 1
  let sum = 0
  const tilted = chances.map((p) => {
    const weight = p * factor
    factor *= step
    sum += weight
    return weight
  })
  return tilted.map((weight) => weight / sum)
}

/** Scoring chances after applying the shifts. */
export const scoringChances = (shift: ScoringShift, { run, rbi }: ScoringConstants): ScoringChances => ({
  run: {
    walk: expit(run.walk + shift.run),
    single: expit(run.single + shift.run),
    double: expit(run.double + shift.run),
    triple: expit(run.triple + shift.run),
    out: expit(run.out + shift.run),
  },
  rbi: {
    walk: tilt(rbi.walk, shift.rbi),
    single: tilt(rbi.single, shift.rbi),
    double: tilt(rbi.double, shift.rbi),
    triple: tilt(rbi.triple, shift.rbi),
    homeRun: tilt(rbi.homeRun, shift.rbi),
    out: tilt(rbi.out, shift.rbi),
  },
})

/**
 * Expected runs, except those on the batter's own home runs, and their derivative with respect to the shift.
 */
export function expectedRuns(counts: ScoringCounts, shift: number, { run }: ScoringConstants) {
  let mean = 0
  let slope = 0
  for (const event of SCORING_EVENTS) {
    const chance = expit(run[event] + shift)
    mean += counts[event] * chance
    slope += counts[event] * chance * (1 - chance)
  }
  return { mean, slope }
}

/** Expected runs batted in, and their derivative with respect to the shift (which is their variance). */
export function expectedRbi(counts: ScoringCounts, shift: number, { rbi }: ScoringConstants) {
  let mean = 0
  let slope = 0
  const step = Math.exp(shift)
  for (const event of RBI_EVENTS) {
    const chances = rbi[event]
    // As in `tilt`, without its arrays: this is the innermost loop of a forecast.
    let factor = 1
    let sum = 0
    let first = 0
    let second = 0
    for (let runs = 0; runs < chances.length; runs++) {
      const weight = (chances[runs] ?? 0) * factor
      factor *= step
      sum += weight
      first += runs * weight
      second += runs * runs * weight
    }
    first /= sum
    second /= sum
    mean += counts[event] * first
    slope += counts[event] * (second - first * first)
  }
  return { mean, slope }
}

/** Expected number of each outcome in one plate appearance, as input of `expectedRuns` and `expectedRbi`. */
export const scoringEventsOf = (chances: EventChances): ScoringCounts => ({
  walk: chances.walk + chances.hitByPitch,
  single: chances.single,
  double: chances.double,
  triple: chances.triple,
  homeRun: chances.homeRun,
  out: chances.out,
})
