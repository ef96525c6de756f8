import { chanceAtLeast, type Distribution } from '../distribution.ts'
import { expit, logit, Z_80 } from '../probability.ts'
import type { BattingConstants } from './constants.ts'
import type { Evidence } from './evidence.ts'
import type { GameParameters } from './game-parameters.ts'
import { expectedRbi, expectedRuns, scoringEventsOf } from './scoring.ts'
import type { StarterRecord } from './starter-record.ts'
import type { StatWeights } from './stat-weights.ts'
import { eventChances, perStep, STEPS } from './steps.ts'

/** Step of the numerical derivative. */
const DERIVATIVE_STEP = 0.02
/** Variance of plate appearances from start to start, whatever the place in the order. */
const APPEARANCE_VARIANCE = 0.5

/** Expected value of a stat, computed without its distribution. */
export function expectedValue(
  parameters: GameParameters,
  weights: StatWeights,
  constants: BattingConstants,
): number {
  const events = eventChances(parameters.logOdds)
  const counts = scoringEventsOf(events)
  const first = events.single + events.walk + events.hitByPitch
  // Skipped where the weight is 0: this function runs a dozen times per stat, and most stats count neither.
  const runs = weights.run === 0 ? 0 : expectedRuns(counts, parameters.scoring.run, constants.scoring).mean
  const rbi = weights.rbi === 0 ? 0 : expectedRbi(counts, parameters.scoring.rbi, constants.scoring).mean
  const each =
    weights.strikeOut * events.strikeOut +
    weights.walk * events.walk +
    weights.hitByPitch * events.hitByPitch +
    weights.single * events.single +
    weights.double * events.double +
    weights.triple * events.triple +
    weights.homeRun * events.homeRun +
    weights.run * (events.homeRun + runs) +
    weights.rbi * rbi +
    weights.stolenBase * first * expit(parameters.steal)
  const appearances =
    parameters.appearances.reduce((sum, p, n) => sum + n * p, 0) + parameters.appearanceShift
  return each * Math.max(0, appearances)
}

interface ErrorSource {
  readonly variance: number
  readonly moved: (parameters: GameParameters, by: number) => GameParameters
}

/** Feature of each rate of the opposing starter. */
const STARTER_FACTORS = {
  strikeOut: 'starterStrikeOut',
  walk: 'starterWalk',
  contact: 'starterContact',
} as const

/**
 * Errors of the opposing starter's rates. They change rates, scoring and playing time together, as the rates
 * do.
 */
function starterErrorSources({ starterVariance }: Evidence, constants: BattingConstants): ErrorSource[] {
  const { steps, scoring, playingTime } = constants
  return (Object.keys(STARTER_FACTORS) as (keyof StarterRecord)[]).map((rate) => {
    const factor = STARTER_FACTORS[rate]
    return {
      variance: starterVariance[rate],
      moved: (parameters, by) => ({
        ...parameters,
        logOdds: perStep((step) => parameters.logOdds[step] + by * steps[step].gameContext[factor]),
        scoring: {
          run: parameters.scoring.run + by * scoring.runContext[factor],
          rbi: parameters.scoring.rbi + by * scoring.rbiContext[factor],
        },
        appearanceShift: parameters.appearanceShift + by * playingTime.context[factor],
      }),
    }
  })
}

/** All sources of error: the batter's rates, scoring and playing time, and the opposing starter. */
function errorSources(
  evidence: Evidence,
  { scoringVariance }: GameParameters,
  constants: BattingConstants,
): ErrorSource[] {
  return [
    ...STEPS.map((step) => ({
      variance: evidence.shrunkRates[step].variance,
      moved: (parameters: GameParameters, by: number): GameParameters => ({
        ...parameters,
        logOdds: perStep((other) => parameters.logOdds[other] + (other === step ? by : 0)),
      }),
    })),
    {
      variance: scoringVariance.run,
      moved: (parameters, by) => ({
        ...parameters,
        scoring: { ...parameters.scoring, run: parameters.scoring.run + by },
      }),
    },
    {
      variance: scoringVariance.rbi,
      moved: (parameters, by) => ({
        ...parameters,
        scoring: { ...parameters.scoring, rbi: parameters.scoring.rbi + by },
      }),
    },
    {
      variance: evidence.stealVariance,
      moved: (parameters, by) => ({ ...parameters, steal: parameters.steal + by }),
    },
    {
      variance: APPEARANCE_VARIANCE / (evidence.own.starts + constants.playingTime.strength),
      moved: (parameters, by) => ({ ...parameters, appearanceShift: parameters.appearanceShift + by }),
    },
    ...starterErrorSources(evidence, constants),
  ]
}

/**
 * Game parameters at both ends of the stat's 80% band. Each source of error is moved in proportion to its
 * share of the variance of the expected value (delta method): for normal errors, the likeliest point at the
 * end of the band.
 */
export function computeBandEnds(
  evidence: Evidence,
  parameters: GameParameters,
  weights: StatWeights,
  constants: BattingConstants,
): { readonly low: GameParameters; readonly high: GameParameters } {
  const middle = expectedValue(parameters, weights, constants)
  const slopes = errorSources(evidence, parameters, constants).map(({ variance, moved }) => ({
    variance,
    moved,
    slope: (expectedValue(moved(parameters, DERIVATIVE_STEP), weights, constants) - middle) / DERIVATIVE_STEP,
  }))
  const spread = Math.sqrt(slopes.reduce((sum, { variance, slope }) => sum + variance * slope * slope, 0))
  if (!(spread > 0)) return { low: parameters, high: parameters }
  const end = (side: number): GameParameters =>
    slopes.reduce(
      (at, { variance, slope, moved }) => moved(at, (side * Z_80 * variance * slope) / spread),
      parameters,
    )
  return { low: end(-1), high: end(1) }
}

/**
 * Standard deviation, in log-odds, of errors that the record cannot show: relievers, the time of the year,
 * the form of the model. It is two percentage points at a chance of one half. Fitted on eight sample leagues
 * with known chances, with other seeds than those of `backtest --sample`. With values from .06 to .1 the
 * intervals of every market contain about 80%.
 */
const MODEL_ERROR = 0.08

/**
 * Widens one end of a band by the model error. The error is added in quadrature to the distance of each
 * chance from the middle. The chances stay in decreasing order, because the result increases with the chances
 * of the middle and the end.
 * @param side -1 for the low end, 1 for the high end
 */
export function widenBand(middle: Distribution, end: Distribution, side: -1 | 1): Distribution {
  const values = Math.max(middle.atLeast.length, end.atLeast.length)
  const chance = (at: number): number => {
    if (at === 0) return 1
    const centre = logit(chanceAtLeast(middle, middle.least + at))
    const apart = Math.max(0, side * (logit(chanceAtLeast(end, middle.least + at)) - centre))
    return expit(centre + side * Math.hypot(apart, Z_80 * MODEL_ERROR))
  }
  return { least: middle.least, atLeast: Array.from({ length: values }, (_, at) => chance(at)) }
}
