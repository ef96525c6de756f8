import { chanceAtLeast, type Distribution, expit, type ReliabilityBin } from '@propsight/shared/domain/engine'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Minimum distance of a probability from 0 and 1, so that no logarithmic score is infinite. */
const LEAST_CHANCE = 1e-6

/** Limits a probability to the range of finite scores. */
export const clampChance = (chance: number): number =>
  Math.min(1 - LEAST_CHANCE, Math.max(LEAST_CHANCE, chance))

/** Mean of the values; NaN without one. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Squared error of each probability (Brier 1950). `overs` are the outcomes, 0 or 1. */
export const squaredErrors = (chances: readonly number[], overs: readonly number[]): number[] =>
  chances.map((chance, row) => (chance - (overs[row] ?? 0)) ** 2)

/** Mean logarithmic score in nats (Good 1952). `overs` are the outcomes, 0 or 1. */
export const logLoss = (chances: readonly number[], overs: readonly number[]): number =>
  -mean(
    chances.map((chance, row) => {
      const p = clampChance(chance)
      return Math.log(overs[row] === 1 ? p : 1 - p)
    }),
  )

const DRAWS = 2000
const SEED = 20190701
/** Quantiles of a 95% interval. */
const ENDS = [0.025, 0.975] as const

/** Sums of squared errors of one day. */
export interface DayErrors {
  readonly engine: number
  readonly baseline: number
}

/**
 * Relative reduction of the engine's squared error compared with a baseline, with a 95% bootstrap interval.
 * @returns shares; NaN without a day
 */
export function bootstrapGain(days: readonly DayErrors[]): { gain: number; low: number; high: number } {
  const ratio = bootstrapRatio(
    days.map(({ engine, baseline }) => ({ numerator: engine, denominator: baseline })),
  )
  return { gain: 1 - ratio.estimate, low: 1 - ratio.high, high: 1 - ratio.low }
}

/** Sums of one day whose ratio over all days is the figure: a mean has counts as denominators. */
export interface DaySums {
  readonly numerator: number
  readonly denominator: number
}

export interface Estimate {
  readonly estimate: number
  /** Ends of the 95% interval. */
  readonly low: number
  readonly high: number
}

/**
 * Ratio of two sums over days with a 95% bootstrap interval. Days are resampled instead of rows, because
 * games of one day share weather and clubs. Source: Efron and Tibshirani, 'An introduction to the bootstrap'
 * (1993), percentile interval.
 * @returns NaN without a day
 */
export function bootstrapRatio(days: readonly DaySums[]): Estimate {
  const ratioOf = (drawn: readonly DaySums[]): number => {
    let numerator = 0
    let denominator = 0
    for (const day of drawn) {
      numerator += day.numerator
      denominator += day.denominator
    }
    return numerator / denominator
  }
  const random = xoroshiro128plus(SEED)
  const draw = (): readonly DaySums[] =>
    days.map((day) => days[uniformInt(random, 0, days.length - 1)] ?? day)
  const ratios = Array.from({ length: DRAWS }, () => ratioOf(draw())).toSorted((a, b) => a - b)
  const [low, high] = ENDS.map((end) => ratios[Math.round(end * (DRAWS - 1))] ?? Number.NaN)
  return { estimate: ratioOf(days), low: low ?? Number.NaN, high: high ?? Number.NaN }
}

const BINS = 10
const MOST_STEPS = 50
const SMALL_STEP = 1e-10

/** Groups forecasts into ten bins of equal width; a forecast of 1 is in the last bin. */
export function reliabilityBins(chances: readonly number[], overs: readonly number[]): ReliabilityBin[] {
  const bins = Array.from({ length: BINS }, () => ({ n: 0, predicted: 0, happened: 0 }))
  for (const [row, chance] of chances.entries()) {
    const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))]
    if (!bin) continue
    bin.n += 1
    bin.predicted += chance
    bin.happened += overs[row] ?? 0
  }
  return bins.map(({ n, predicted, happened }, at) => ({
    from: at / BINS,
    to: (at + 1) / BINS,
    n,
    predicted: n === 0 ? null : predicted / n,
    happened: n === 0 ? null : happened / n,
  }))
}

/**
 * Expected calibration error: the absolute difference of mean forecast and observed share by bin, weighted by
 * rows. Source: Naeini, Cooper and Hauskrecht, 'Obtaining well calibrated probabilities using Bayesian
 * binning', AAAI 2015.
 */
export function expectedCalibrationError(bins: readonly ReliabilityBin[]): number {
  const rows = bins.reduce((sum, { n }) => sum + n, 0)
  return bins.reduce(
    (sum, { n, predicted, happened }) => sum + (n / rows) * Math.abs((predicted ?? 0) - (happened ?? 0)),
    0,
  )
}

const PERFECT_DRAWS = 300
const PERFECT_QUANTILE = 0.95

/**
 * 95th percentile of the calibration error of a perfect forecaster with the same forecasts: outcomes are drawn
 * from the forecasts. A calibration error below it is no evidence of a miscalibration.
 * @returns NaN without a forecast
 */
export function perfectCalibrationError(chances: readonly number[]): number {
  if (chances.length === 0) return Number.NaN
  const random = xoroshiro128plus(SEED)
  const bins = Array.from(chances, (chance) => Math.min(BINS - 1, Math.floor(chance * BINS)))
  const errors = Array.from({ length: PERFECT_DRAWS }, () => {
    const apart = new Float64Array(BINS)
    for (let row = 0; row < chances.length; row++) {
      const chance = chances[row] ?? 0
      const bin = bins[row] ?? 0
      apart[bin] = (apart[bin] ?? 0) + chance - (uniformFloat64(random) < chance ? 1 : 0)
    }
    return apart.reduce((sum, each) => sum + Math.abs(each), 0) / chances.length
  }).toSorted((a, b) => a - b)
  return errors[Math.ceil(PERFECT_QUANTILE * PERFECT_DRAWS) - 1] ?? Number.NaN
}

/** A forecast with the ends of its 80% interval, and its outcome (0 or 1). */
export interface BandRow {
  readonly chance: number
  readonly low: number
  readonly high: number
  readonly over: number
}

/** Number of forecasts in a group. */
const GROUP_ROWS = 200
/** Quantile of the normal distribution for a two-sided 80% interval. */
const Z_80 = 1.281552

/**
 * Share of groups of forecasts whose share of overs is within their 80% interval. A single outcome shows nothing
 * about an interval, so forecasts are sorted by chance and put into groups of 200. The interval of a group joins
 * the mean distance of its forecasts' ends with the noise of its outcomes, in quadrature. Errors of single
 * forecasts cancel in part within a group, so a share above 80% is expected, and one below 78% is a warning.
 * @returns NaN with less than one group
 */
export function groupCoverage(rows: readonly BandRow[]): number {
  const sorted = rows.toSorted((a, b) => a.chance - b.chance)
  const groups = Array.from({ length: Math.floor(sorted.length / GROUP_ROWS) }, (_, at) =>
    sorted.slice(at * GROUP_ROWS, (at + 1) * GROUP_ROWS),
  )
  const covered = groups.filter((group) => {
    const apart = mean(group.map(({ over, chance }) => over - chance))
    const band = mean(group.map(({ low, high, chance }) => (apart < 0 ? chance - low : high - chance)))
    const noise = Math.sqrt(mean(group.map(({ chance }) => chance * (1 - chance))) / group.length)
    return Math.abs(apart) <= Math.hypot(band, Z_80 * noise)
  })
  return covered.length / groups.length
}

/**
 * Logistic regression of the outcome on the forecast's log-odds, by Newton's method. A calibrated forecast
 * has intercept 0 and slope 1; a slope below 1 means that forecasts are too far from one half.
 * Source: D. R. Cox, 'Two further applications of a model for binary regression', Biometrika 45 (1958).
 * @returns NaN if all forecasts or all outcomes are equal
 */
export function recalibration(
  chances: readonly number[],
  overs: readonly number[],
): { intercept: number; slope: number } {
  const x = chances.map((chance) => {
    const p = clampChance(chance)
    return Math.log(p / (1 - p))
  })
  let intercept = 0
  let slope = 1
  for (let step = 0; step < MOST_STEPS; step++) {
    // Gradient and Hessian of the log-likelihood.
    let g0 = 0
    let g1 = 0
    let h00 = 0
    let h01 = 0
    let h11 = 0
    for (const [row, logit] of x.entries()) {
      const p = 1 / (1 + Math.exp(-intercept - slope * logit))
      const error = (overs[row] ?? 0) - p
      const weight = p * (1 - p)
      g0 += error
      g1 += error * logit
      h00 += weight
      h01 += weight * logit
      h11 += weight * logit * logit
    }
    const determinant = h00 * h11 - h01 * h01
    if (!(determinant > SMALL_STEP)) return { intercept: Number.NaN, slope: Number.NaN }
    const change = (h00 * g1 - h01 * g0) / determinant
    intercept += (h11 * g0 - h01 * g1) / determinant
    slope += change
    if (Math.abs(change) < SMALL_STEP) break
  }
  return { intercept, slope }
}

/** Probability below and above the 80% interval. */
const TAIL = 0.1

/**
 * Part of an outcome inside the central 80% interval of its distribution, 0 to 1. Outcomes are whole numbers,
 * so an interval of whole numbers contains more than 80%. The outcome is therefore spread evenly over its
 * probability (randomised probability integral transform, here by its expectation): the mean is 0.8 for a
 * calibrated forecast.
 * Source: A. E. Brockwell, Statistics and Probability Letters 77 (2007); C. Czado, T. Gneiting, L. Held,
 * Biometrics 65 (2009).
 * @param value NaN for an unknown outcome, whose part is NaN
 */
export function insideInterval(distribution: Distribution, value: number): number {
  const below = 1 - chanceAtLeast(distribution, value)
  const upTo = 1 - chanceAtLeast(distribution, value + 1)
  // An outcome that was forecast as impossible is outside.
  if (upTo <= below) return Number.isNaN(value) ? Number.NaN : 0
  return Math.max(0, Math.min(upTo, 1 - TAIL) - Math.max(below, TAIL)) / (upTo - below)
}

/** A forecast in log-odds with the deviation of its own band, and the outcome. */
export interface Judged {
  readonly date: string
  readonly over: 0 | 1
  readonly logOdds: number
  readonly deviation: number
}

/** Forecasts of a group, as in the judged coverage, and the number of groups that the prior error counts as. */
const GROUP = { rows: 200, prior: 5 } as const

/**
 * Standard deviation, in log-odds, of the errors that the own bands do not contain: the excess of the squared
 * distances of groups of similar forecasts from their outcomes over the noise of these.
 */
export function fitError(judged: readonly Judged[], prior: number): number {
  const sorted = judged.toSorted((a, b) => a.logOdds - b.logOdds)
  const groups = Array.from({ length: Math.floor(sorted.length / GROUP.rows) }, (_, at) =>
    sorted.slice(at * GROUP.rows, (at + 1) * GROUP.rows),
  )
  const excess = groups.map((group) => {
    const chances = group.map(({ logOdds }) => expit(logOdds))
    const unit = mean(chances.map((chance) => chance * (1 - chance)))
    const apart = mean(group.map(({ over }, at) => over - (chances[at] ?? 0)))
    const own = mean(group.map(({ deviation }) => deviation))
    return (apart ** 2 - unit / group.length) / unit ** 2 - own ** 2
  })
  const all = excess.reduce((sum, each) => sum + each, GROUP.prior * prior ** 2)
  return Math.sqrt(Math.max(0, all / (GROUP.prior + groups.length)))
}
