import { chanceAtLeast, type Distribution } from '../../../../engine/forecast.ts'
import { expit, logit, Z_80 } from '../../../../engine/probability.ts'
import type { BattingConstants } from './constants.ts'
import type { Evidence } from './evidence.ts'
import type { GameParameters } from './game-parameters.ts'
import { meanCount } from './playing-time.ts'
import { expectedRbi, expectedRuns, scoringEventsOf } from './scoring.ts'
import type { StarterRecord } from './starter-record.ts'
import type { StatWeights } from './stat-weights.ts'
import { eventChances, perStep, STEPS } from './steps.ts'

/** Step of the numerical derivative. */
const DERIVATIVE_STEP = 0.02
/** Variance of plate appearances from start to start, whatever the place in the order. */
const APPEARANCE_VARIANCE = 0.5

/** What the weights of a stat are multiplied by, in the order of `weightsOf`. */
const weightsOf = (weights: StatWeights): number[] => [
  weights.strikeOut,
  weights.walk,
  weights.hitByPitch,
  weights.single,
  weights.double,
  weights.triple,
  weights.homeRun,
  weights.run,
  weights.rbi,
  weights.stolenBase,
]

/** Expected number of each event in the game, computed without distributions. */
function expectedEvents(parameters: GameParameters, { scoring }: BattingConstants): number[] {
  const events = eventChances(parameters.logOdds)
  const counts = scoringEventsOf(events)
  const first = events.single + events.walk + events.hitByPitch
  const appearances = Math.max(0, meanCount(parameters.appearances) + parameters.appearanceShift)
  return [
    events.strikeOut,
    events.walk,
    events.hitByPitch,
    events.single,
    events.double,
    events.triple,
    events.homeRun,
    events.homeRun + expectedRuns(counts, parameters.scoring.run, scoring).mean,
    expectedRbi(counts, parameters.scoring.rbi, scoring).mean,
    first * expit(parameters.steal),
  ].map((each) => each * appearances)
}

/** Parameters that have errors, in the order of `ErrorSource.change`. */
const PARAMETERS = [...STEPS, 'run', 'rbi', 'steal', 'appearanceShift'] as const
type Parameter = (typeof PARAMETERS)[number]

/** An independent error: its variance, and the change of each parameter per unit of it. */
interface ErrorSource {
  readonly variance: number
  readonly change: readonly number[]
}

const errorSource = (variance: number, changes: Partial<Record<Parameter, number>>): ErrorSource => ({
  variance,
  change: PARAMETERS.map((parameter) => changes[parameter] ?? 0),
})

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
    return errorSource(starterVariance[rate], {
      ...perStep((step) => steps[step].gameContext[factor]),
      run: scoring.runContext[factor],
      rbi: scoring.rbiContext[factor],
      appearanceShift: playingTime.context[factor],
    })
  })
}

/** All sources of error: the batter's rates, scoring and playing time, and the opposing starter. */
const errorSources = (
  evidence: Evidence,
  { scoringVariance }: GameParameters,
  constants: BattingConstants,
): ErrorSource[] => [
  ...STEPS.map((step) => errorSource(evidence.shrunkRates[step].variance, { [step]: 1 })),
  errorSource(scoringVariance.run, { run: 1 }),
  errorSource(scoringVariance.rbi, { rbi: 1 }),
  errorSource(evidence.stealVariance, { steal: 1 }),
  errorSource(APPEARANCE_VARIANCE / (evidence.own.starts + constants.playingTime.strength), {
    appearanceShift: 1,
  }),
  ...starterErrorSources(evidence, constants),
]

/** The parameters after errors of the given sizes, one for each source. */
function withErrors(
  parameters: GameParameters,
  sources: readonly ErrorSource[],
  sizes: readonly number[],
): GameParameters {
  const { logOdds, scoring, steal, appearanceShift } = parameters
  const changes = PARAMETERS.map(() => 0)
  for (let at = 0; at < sources.length; at++) {
    const by = sizes[at] ?? 0
    const change = sources[at]?.change ?? []
    for (let index = 0; index < change.length; index++)
      changes[index] = (changes[index] ?? 0) + by * (change[index] ?? 0)
  }
  const [strikeOut = 0, walk = 0, hitByPitch = 0, homeRun = 0, hit = 0, extraBase = 0, triple = 0, ...rest] =
    changes
  const [run = 0, rbi = 0, stolen = 0, appearances = 0] = rest
  return {
    ...parameters,
    logOdds: {
      strikeOut: logOdds.strikeOut + strikeOut,
      walk: logOdds.walk + walk,
      hitByPitch: logOdds.hitByPitch + hitByPitch,
      homeRun: logOdds.homeRun + homeRun,
      hit: logOdds.hit + hit,
      extraBase: logOdds.extraBase + extraBase,
      triple: logOdds.triple + triple,
    },
    scoring: { run: scoring.run + run, rbi: scoring.rbi + rbi },
    steal: steal + stolen,
    appearanceShift: appearanceShift + appearances,
  }
}

/**
 * Returns a function that computes the game parameters at both ends of a stat's 80% band. Each source of error is
 * moved in proportion to its share of the variance of the expected value (delta method): for normal errors, the
 * likeliest point at the end of the band. The derivatives of all events are computed once.
 */
export function bandEnds(
  evidence: Evidence,
  parameters: GameParameters,
  constants: BattingConstants,
): (weights: StatWeights) => { readonly low: GameParameters; readonly high: GameParameters } {
  const sources = errorSources(evidence, parameters, constants)
  const middle = expectedEvents(parameters, constants)
  const slopesOfEvents = sources.map((source) =>
    expectedEvents(withErrors(parameters, [source], [DERIVATIVE_STEP]), constants).map(
      (moved, event) => (moved - (middle[event] ?? 0)) / DERIVATIVE_STEP,
    ),
  )
  return (stat) => {
    const weights = weightsOf(stat)
    const slopes = slopesOfEvents.map((events) =>
      events.reduce((sum, slope, event) => sum + slope * (weights[event] ?? 0), 0),
    )
    const spread = Math.sqrt(
      slopes.reduce((sum, slope, at) => sum + (sources[at]?.variance ?? 0) * slope * slope, 0),
    )
    if (!(spread > 0)) return { low: parameters, high: parameters }
    const end = (side: number): GameParameters =>
      withErrors(
        parameters,
        sources,
        slopes.map((slope, at) => (side * Z_80 * (sources[at]?.variance ?? 0) * slope) / spread),
      )
    return { low: end(-1), high: end(1) }
  }
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
