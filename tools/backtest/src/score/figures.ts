import type { ReliabilityBin } from '@propsight/shared/domain/engine'
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
 * Days are resampled instead of rows, because games of one day share weather and clubs. Source:
 * Efron and Tibshirani, 'An introduction to the bootstrap' (1993), percentile interval.
 * @returns shares; NaN without a day
 */
export function bootstrapGain(days: readonly DayErrors[]): { gain: number; low: number; high: number } {
  const gainOf = (drawn: readonly DayErrors[]): number => {
    let engine = 0
    let baseline = 0
    for (const day of drawn) {
      engine += day.engine
      baseline += day.baseline
    }
    return 1 - engine / baseline
  }
  const random = xoroshiro128plus(SEED)
  const draw = (): readonly DayErrors[] =>
    days.map((day) => days[uniformInt(random, 0, days.length - 1)] ?? day)
  const gains = Array.from({ length: DRAWS }, () => gainOf(draw())).toSorted((a, b) => a - b)
  const [low, high] = ENDS.map((end) => gains[Math.round(end * (DRAWS - 1))] ?? Number.NaN)
  return { gain: gainOf(days), low: low ?? Number.NaN, high: high ?? Number.NaN }
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

/**
 * Slope of a logistic regression of the outcome on the forecast's log-odds, by Newton's method.
 * Source: D. R. Cox, 'Two further applications of a model for binary regression', Biometrika 45 (1958).
 * @returns NaN if all forecasts or all outcomes are equal
 */
export function calibrationSlope(chances: readonly number[], overs: readonly number[]): number {
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
    if (!(determinant > SMALL_STEP)) return Number.NaN
    const change = (h00 * g1 - h01 * g0) / determinant
    intercept += (h11 * g0 - h01 * g1) / determinant
    slope += change
    if (Math.abs(change) < SMALL_STEP) break
  }
  return slope
}
