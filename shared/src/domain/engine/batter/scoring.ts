import { expit } from '../log-odds.ts'
import type { EventChances } from './chances.ts'
import type { BattingConstants, ScoringConstants, ScoringEvent } from './constants.ts'
import { shiftOf } from './context.ts'
import type { Evidence } from './evidence.ts'

/** How often each scoring event came. */
export type ScoringCounts = Readonly<Record<ScoringEvent | 'homeRun', number>>

export const SCORING_EVENTS = ['walk', 'single', 'double', 'triple', 'out'] as const satisfies ScoringEvent[]
export const RBI_EVENTS = [...SCORING_EVENTS, 'homeRun'] as const

/** Shifts of log-odds: of coming home, and of every further run batted in. */
export interface ScoringShift {
  readonly run: number
  readonly rbi: number
}

/** Chances after an event tonight: that he comes home, and of 0 to 4 runs batted in. */
export interface ScoringChances {
  readonly run: Readonly<Record<ScoringEvent, number>>
  readonly rbi: Readonly<Record<ScoringEvent | 'homeRun', readonly number[]>>
}

interface Counts {
  readonly plateAppearances: number
  readonly hits: number
  readonly doubles: number
  readonly triples: number
  readonly homeRuns: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly strikeOuts: number
}

/** A record's events as scoring sees them. */
export function scoringCounts(record: Counts): ScoringCounts {
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

/** Distribution over 0, 1, 2 … with the odds of each further one moved by `shift`. */
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

/** Chances with every shift taken in. */
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

/** Expected runs, not counting those on his own homers, and their change with the shift. */
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

/** Expected runs batted in, and their change with the shift (which is their variance). */
export function expectedRbi(counts: ScoringCounts, shift: number, { rbi }: ScoringConstants) {
  let mean = 0
  let slope = 0
  for (const event of RBI_EVENTS) {
    const chances = tilt(rbi[event], shift)
    let first = 0
    let second = 0
    for (const [runs, p] of chances.entries()) {
      first += runs * p
      second += runs * runs * p
    }
    mean += counts[event] * first
    slope += counts[event] * (second - first * first)
  }
  return { mean, slope }
}

/** Newton's steps to the league's own runs; they settle in three or four. */
const ANCHOR_STEPS = 5
const FARTHEST = 2

const anchor = (wanted: number, expected: (shift: number) => { mean: number; slope: number }): number => {
  let shift = 0
  for (let step = 0; step < ANCHOR_STEPS; step++) {
    const { mean, slope } = expected(shift)
    if (!(slope > 1e-9)) return shift
    shift = Math.min(FARTHEST, Math.max(-FARTHEST, shift + (wanted - mean) / slope))
  }
  return shift
}

/** Shifts that make this season's events bring this season's runs: today's league scores unlike that of the fit. */
export function leagueShift(evidence: Evidence, constants: ScoringConstants): ScoringShift {
  const { league } = evidence
  const counts = scoringCounts(league)
  return {
    run: anchor(league.runs - league.homeRuns, (shift) => expectedRuns(counts, shift, constants)),
    rbi: anchor(league.rbi, (shift) => expectedRbi(counts, shift, constants)),
  }
}

/** What he has scored and batted in over what his events would bring an average man, as shrunk logarithms. */
export function ownScoring(evidence: Evidence, league: ScoringShift, constants: ScoringConstants) {
  const counts = scoringCounts(evidence.own)
  const runs = expectedRuns(counts, league.run, constants).mean
  const rbi = expectedRbi(counts, league.rbi, constants).mean
  const scored = Math.max(0, evidence.own.runs - evidence.own.homeRuns)
  const { runStrength, rbiStrength } = constants
  return {
    run: Math.log((scored + runStrength) / (runs + runStrength)),
    rbi: Math.log((evidence.own.rbi + rbiStrength) / (rbi + rbiStrength)),
    runVariance: 1 / (runs + runStrength),
    rbiVariance: 1 / (rbi + rbiStrength),
  }
}

const ofSlots = (slots: readonly number[], shifts: readonly number[]): number =>
  slots.reduce((sum, chance, at) => sum + chance * (shifts[at] ?? 0), 0)

/** Shifts of runs and runs batted in tonight, the league's own among them. */
export function tonightsScoring(evidence: Evidence, { scoring }: BattingConstants): ScoringShift {
  const league = leagueShift(evidence, scoring)
  const own = ownScoring(evidence, league, scoring)
  const { slots, context } = evidence
  return {
    run:
      league.run +
      ofSlots(slots, scoring.runSlots) +
      shiftOf({ ...context, own: own.run }, scoring.runContext),
    rbi:
      league.rbi +
      ofSlots(slots, scoring.rbiSlots) +
      shiftOf({ ...context, own: own.rbi }, scoring.rbiContext),
  }
}

/** What scoring comes to on average, for the events of one plate appearance. */
export const scoringEventsOf = (chances: EventChances): ScoringCounts => ({
  walk: chances.walk + chances.hitByPitch,
  single: chances.single,
  double: chances.double,
  triple: chances.triple,
  homeRun: chances.homeRun,
  out: chances.out,
})
