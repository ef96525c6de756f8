import type { BattingConstants, ScoringConstants } from './constants.ts'
import { shiftOf } from './context.ts'
import type { Evidence } from './evidence.ts'
import { expectedRbi, expectedRuns, type ScoringShift, scoringCounts } from './scoring.ts'

/** Newton steps toward the league's runs; three are enough to converge. */
const ANCHOR_STEPS = 3
const FARTHEST = 2
/** Bound of the scoring shifts of a game, because totals of a source may contradict each other. */
const FARTHEST_TONIGHT = 4

const within = (shift: number, most: number): number => Math.min(most, Math.max(-most, shift))

const anchor = (wanted: number, expected: (shift: number) => { mean: number; slope: number }): number => {
  let shift = 0
  for (let step = 0; step < ANCHOR_STEPS; step++) {
    const { mean, slope } = expected(shift)
    if (!(slope > 1e-9)) return shift
    shift = within(shift + (wanted - mean) / slope, FARTHEST)
  }
  return shift
}

/**
 * Shifts with which the league's outcomes of this season give its runs and runs batted in: the league scores
 * differently from that of the fit.
 */
export function leagueShift(evidence: Evidence, constants: ScoringConstants): ScoringShift {
  const { league } = evidence
  const counts = scoringCounts(league)
  return {
    run: anchor(league.runs - league.homeRuns, (shift) => expectedRuns(counts, shift, constants)),
    rbi: anchor(league.rbi, (shift) => expectedRbi(counts, shift, constants)),
  }
}

/**
 * Runs and runs batted in of a batter relative to those of an average batter with the same outcomes, as
 * shrunk logarithms with their variances.
 */
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

/** Scoring in the game: the shifts, including those of the league, and their error variances. */
export interface TonightsScoring {
  readonly shift: ScoringShift
  readonly variance: ScoringShift
}

/** Scoring shifts by league, place in the order, own record and game context. */
export function tonightsScoring(evidence: Evidence, { scoring }: BattingConstants): TonightsScoring {
  const league = leagueShift(evidence, scoring)
  const own = ownScoring(evidence, league, scoring)
  const { slots, context } = evidence
  const { runSlots, rbiSlots, runContext, rbiContext } = scoring
  const run = league.run + ofSlots(slots, runSlots) + shiftOf({ ...context, own: own.run }, runContext)
  const rbi = league.rbi + ofSlots(slots, rbiSlots) + shiftOf({ ...context, own: own.rbi }, rbiContext)
  return {
    shift: { run: within(run, FARTHEST_TONIGHT), rbi: within(rbi, FARTHEST_TONIGHT) },
    variance: { run: own.runVariance, rbi: own.rbiVariance },
  }
}
