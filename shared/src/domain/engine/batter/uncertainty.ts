import { expit } from '../probability.ts'
import { Z_80 } from '../z-80.ts'
import { eventChances } from './chances.ts'
import type { BattingConstants } from './constants.ts'
import type { Evidence } from './evidence.ts'
import { expectedRbi, expectedRuns, scoringEventsOf } from './scoring.ts'
import type { StarterRecord } from './starter-record.ts'
import type { StatWeights } from './stat-weights.ts'
import { perStep, STEPS } from './steps.ts'
import type { Tonight } from './game-parameters.ts'

/** Step of the numerical derivative. */
const NUDGE = 0.02
/** Variance of plate appearances from start to start, whatever the place in the order. */
const APPEARANCE_VARIANCE = 0.5

/** Expected value of a stat, computed without its distribution. */
export function expectedValue(tonight: Tonight, weights: StatWeights, constants: BattingConstants): number {
  const events = eventChances(tonight.logOdds)
  const counts = scoringEventsOf(events)
  const first = events.single + events.walk + events.hitByPitch
  // Skipped where the weight is 0: this function runs a dozen times per stat, and most stats count neither.
  const runs = weights.run === 0 ? 0 : expectedRuns(counts, tonight.scoring.run, constants.scoring).mean
  const rbi = weights.rbi === 0 ? 0 : expectedRbi(counts, tonight.scoring.rbi, constants.scoring).mean
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
    weights.stolenBase * first * expit(tonight.steal)
  const appearances = tonight.appearances.reduce((sum, p, n) => sum + n * p, 0) + tonight.appearanceShift
  return each * Math.max(0, appearances)
}

interface Doubt {
  readonly variance: number
  readonly moved: (tonight: Tonight, by: number) => Tonight
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
function starterDoubts({ starterVariance }: Evidence, constants: BattingConstants): Doubt[] {
  const { steps, scoring, playingTime } = constants
  return (Object.keys(STARTER_FACTORS) as (keyof StarterRecord)[]).map((rate) => {
    const factor = STARTER_FACTORS[rate]
    return {
      variance: starterVariance[rate],
      moved: (tonight, by) => ({
        ...tonight,
        logOdds: perStep((step) => tonight.logOdds[step] + by * steps[step].tonight[factor]),
        scoring: {
          run: tonight.scoring.run + by * scoring.runContext[factor],
          rbi: tonight.scoring.rbi + by * scoring.rbiContext[factor],
        },
        appearanceShift: tonight.appearanceShift + by * playingTime.context[factor],
      }),
    }
  })
}

/** All sources of error: the batter's rates, scoring and playing time, and the opposing starter. */
function doubts(evidence: Evidence, { scoringVariance }: Tonight, constants: BattingConstants): Doubt[] {
  return [
    ...STEPS.map((step) => ({
      variance: evidence.settled[step].variance,
      moved: (tonight: Tonight, by: number): Tonight => ({
        ...tonight,
        logOdds: perStep((other) => tonight.logOdds[other] + (other === step ? by : 0)),
      }),
    })),
    {
      variance: scoringVariance.run,
      moved: (tonight, by) => ({
        ...tonight,
        scoring: { ...tonight.scoring, run: tonight.scoring.run + by },
      }),
    },
    {
      variance: scoringVariance.rbi,
      moved: (tonight, by) => ({
        ...tonight,
        scoring: { ...tonight.scoring, rbi: tonight.scoring.rbi + by },
      }),
    },
    {
      variance: evidence.stealVariance,
      moved: (tonight, by) => ({ ...tonight, steal: tonight.steal + by }),
    },
    {
      variance: APPEARANCE_VARIANCE / (evidence.own.starts + constants.playingTime.strength),
      moved: (tonight, by) => ({ ...tonight, appearanceShift: tonight.appearanceShift + by }),
    },
    ...starterDoubts(evidence, constants),
  ]
}

/**
 * Game parameters at both ends of the stat's 80% band. Each source of error is moved in proportion to its
 * share of the variance of the expected value (delta method): for normal errors, the likeliest point at the
 * end of the band.
 */
export function endsOfDoubt(
  evidence: Evidence,
  tonight: Tonight,
  weights: StatWeights,
  constants: BattingConstants,
): { readonly low: Tonight; readonly high: Tonight } {
  const middle = expectedValue(tonight, weights, constants)
  const slopes = doubts(evidence, tonight, constants).map(({ variance, moved }) => ({
    variance,
    moved,
    slope: (expectedValue(moved(tonight, NUDGE), weights, constants) - middle) / NUDGE,
  }))
  const spread = Math.sqrt(slopes.reduce((sum, { variance, slope }) => sum + variance * slope * slope, 0))
  if (!(spread > 0)) return { low: tonight, high: tonight }
  const end = (side: number): Tonight =>
    slopes.reduce(
      (at, { variance, slope, moved }) => moved(at, (side * Z_80 * variance * slope) / spread),
      tonight,
    )
  return { low: end(-1), high: end(1) }
}
