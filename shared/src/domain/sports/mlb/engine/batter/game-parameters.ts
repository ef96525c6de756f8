import { logit } from '../../../../engine/probability.ts'
import {
  type BattingConstants,
  GAME_CONTEXT_FACTORS,
  KINDS,
  type ScoringConstants,
  weighContext,
} from './constants.ts'
import type { Evidence } from './evidence.ts'
import { appearanceShift, mixAppearances } from './playing-time.ts'
import { expectedRbi, expectedRuns, type ScoringShift, scoringCounts, scoringEventsOf } from './scoring.ts'
import { eventChances, type PerStep, perStep, type Step } from './steps.ts'

/**
 * Log-odds of one step in the game: the sum of the league's, the own record's, the kind's, the game context's
 * and the weather's.
 */
export function stepLogOdds(evidence: Evidence, step: Step, constants: BattingConstants): number {
  const { kind, gameContext } = constants.steps[step]
  const shrunkRate = evidence.shrunkRates[step]
  let expected = 0
  for (const name of KINDS) expected += kind[name] * evidence.kind[name]
  let change = 0
  for (const name of GAME_CONTEXT_FACTORS) change += gameContext[name] * evidence.gameContext[step][name]
  return (
    logit(evidence.recentRate[step]) +
    shrunkRate.against +
    shrunkRate.weight * expected +
    change +
    evidence.weather[step]
  )
}

/** Log-odds of every step in the game. */
export const computeLogOdds = (evidence: Evidence, constants: BattingConstants): PerStep<number> =>
  perStep((step) => stepLogOdds(evidence, step, constants))

/** Newton steps toward the league's runs; three are enough to converge. */
const ANCHOR_STEPS = 3
const MOST_LEAGUE_SHIFT = 2
/** Bound of the scoring shifts of a game, because totals of a source may contradict each other. */
const MOST_GAME_SHIFT = 4

const within = (shift: number, most: number): number => Math.min(most, Math.max(-most, shift))

const anchor = (target: number, expected: (shift: number) => { mean: number; slope: number }): number => {
  let shift = 0
  for (let step = 0; step < ANCHOR_STEPS; step++) {
    const { mean, slope } = expected(shift)
    if (!(slope > 1e-9)) return shift
    shift = within(shift + (target - mean) / slope, MOST_LEAGUE_SHIFT)
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
export interface ScoringParameters {
  readonly shift: ScoringShift
  readonly variance: ScoringShift
}

/** Scoring shifts by league, place in the order, own record and game context. */
export function computeScoring(evidence: Evidence, { scoring }: BattingConstants): ScoringParameters {
  const league = leagueShift(evidence, scoring)
  const own = ownScoring(evidence, league, scoring)
  const { slots, context } = evidence
  const { runSlots, rbiSlots, runContext, rbiContext } = scoring
  const run = league.run + ofSlots(slots, runSlots) + weighContext({ ...context, own: own.run }, runContext)
  const rbi = league.rbi + ofSlots(slots, rbiSlots) + weighContext({ ...context, own: own.rbi }, rbiContext)
  return {
    shift: { run: within(run, MOST_GAME_SHIFT), rbi: within(rbi, MOST_GAME_SHIFT) },
    variance: { run: own.runVariance, rbi: own.rbiVariance },
  }
}

/**
 * Day-to-day variation in standard deviations: the normal distribution as a three-point Gauss-Hermite rule.
 */
export const DAY_QUADRATURE = [
  { day: -Math.sqrt(3), chance: 1 / 6 },
  { day: 0, chance: 2 / 3 },
  { day: Math.sqrt(3), chance: 1 / 6 },
] as const

/** Log-odds of the steps on a day on which reaching base is shifted by `shift`. */
export const shiftDay = (logOdds: PerStep<number>, shift: number): PerStep<number> => ({
  ...logOdds,
  walk: logOdds.walk + shift,
  hit: logOdds.hit + shift,
  homeRun: logOdds.homeRun + shift,
})

/**
 * Corrects the scoring shift so that the mean over all days equals the mean of an average day. On a good day
 * more runners reach base and more of them score, so the mean of the mixture would otherwise be too high.
 */
export function correctMixtureMean(
  logOdds: PerStep<number>,
  scoring: ScoringShift,
  { day: size, scoring: constants }: BattingConstants,
): ScoringShift {
  const usual = scoringEventsOf(eventChances(logOdds))
  const runs = expectedRuns(usual, scoring.run, constants)
  const rbi = expectedRbi(usual, scoring.rbi, constants)
  let mixedRuns = 0
  let mixedRbi = 0
  for (const { day, chance } of DAY_QUADRATURE) {
    const counts = scoringEventsOf(eventChances(shiftDay(logOdds, day * size.onBase)))
    mixedRuns += chance * expectedRuns(counts, scoring.run + day * size.scoring, constants).mean
    mixedRbi += chance * expectedRbi(counts, scoring.rbi + day * size.scoring, constants).mean
  }
  return {
    run: scoring.run - (mixedRuns - runs.mean) / Math.max(1e-6, runs.slope),
    rbi: scoring.rbi - (mixedRbi - rbi.mean) / Math.max(1e-6, rbi.slope),
  }
}

/** Parameters of one batter's game, from which the distribution of every stat is computed. */
export interface GameParameters {
  readonly logOdds: PerStep<number>
  readonly scoring: ScoringShift
  /** Error variances of the scoring shifts. */
  readonly scoringVariance: ScoringShift
  /** Log-odds of a stolen base after reaching first. */
  readonly steal: number
  /** Chances of 0 to 8 plate appearances, and the shift to apply to their mean. */
  readonly appearances: readonly number[]
  readonly appearanceShift: number
}

/** Applies the fitted weights to the evidence. */
export function computeGameParameters(evidence: Evidence, constants: BattingConstants): GameParameters {
  const logOdds = computeLogOdds(evidence, constants)
  const { shift, variance } = computeScoring(evidence, constants)
  return {
    logOdds,
    scoring: correctMixtureMean(logOdds, shift, constants),
    scoringVariance: variance,
    steal: evidence.steal,
    appearances: mixAppearances(evidence.slots, constants),
    appearanceShift: appearanceShift(evidence, constants),
  }
}
