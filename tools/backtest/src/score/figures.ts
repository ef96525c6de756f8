import type { ReliabilityBin } from '@propsight/shared/domain/engine'
import { clampChance } from './losses.ts'

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
    let [g0, g1, h00, h01, h11] = [0, 0, 0, 0, 0]
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
