import { Matrix, solve } from 'ml-matrix'

/**
 * Distribution of the outcome. Its mean is the identity, the exponential or the logistic function of the
 * weighted sum.
 */
export type Family = 'gaussian' | 'poisson' | 'binomial'

export interface Observation {
  readonly factors: readonly number[]
  readonly outcome: number
  /** Added to the weighted sum with weight 1. */
  readonly offset: number
}

/** Prior of a weight. */
export interface WeightPull {
  /** Prior value of the weight: a theoretical value, or 0. */
  readonly toward: number
  /** Strength of the prior, as a number of average observations. */
  readonly by: number
}

const ROUNDS = 25
const SETTLED = 1e-9

const meanOf: Readonly<Record<Family, (sum: number) => number>> = {
  gaussian: (sum) => sum,
  poisson: (sum) => Math.exp(sum),
  binomial: (sum) => 1 / (1 + Math.exp(-sum)),
}
const varianceOf: Readonly<Record<Family, (mean: number) => number>> = {
  gaussian: () => 1,
  poisson: (mean) => mean,
  binomial: (mean) => Math.max(1e-6, mean * (1 - mean)),
}

/**
 * Fits the weights of a generalised linear model by Newton's method. Each weight is shrunk toward its prior
 * value (ridge). Source: McCullagh and Nelder, 'Generalized Linear Models' (1989), 2.5; Hoerl and Kennard,
 * Technometrics 12 (1970).
 * @param weightPulls one prior per factor
 * @returns one weight per factor
 */
export function fitGeneralisedLinear(
  family: Family,
  observations: readonly Observation[],
  weightPulls: readonly WeightPull[],
): number[] {
  let weights = weightPulls.map(({ toward }) => toward)
  for (let round = 0; round < ROUNDS; round++) {
    const curvature = weightPulls.map(() => weightPulls.map(() => 0))
    const slope = weightPulls.map(() => 0)
    for (const { factors, outcome, offset } of observations) {
      const mean = meanOf[family](
        factors.reduce((sum, factor, i) => sum + factor * (weights[i] ?? 0), offset),
      )
      const variance = varianceOf[family](mean)
      for (const [i, row] of curvature.entries()) {
        const factor = factors[i] ?? 0
        slope[i] = (slope[i] ?? 0) + factor * (outcome - mean)
        for (const j of row.keys()) row[j] = (row[j] ?? 0) + variance * factor * (factors[j] ?? 0)
      }
    }
    for (const [i, { toward, by }] of weightPulls.entries()) {
      const row = curvature[i] ?? []
      const own = row[i] ?? 0
      const stiffness = (by * own) / Math.max(1, observations.length) + 1e-9
      slope[i] = (slope[i] ?? 0) - stiffness * ((weights[i] ?? 0) - toward)
      row[i] = own + stiffness
    }
    const step = solve(new Matrix(curvature), Matrix.columnVector(slope)).to1DArray()
    weights = weights.map((weight, i) => weight + (step[i] ?? 0))
    if (Math.max(...step.map(Math.abs)) < SETTLED) break
  }
  return weights
}

/**
 * One observation of a fit, with its expectation as a function of a shift of the log-odds (or of the mean).
 */
export interface ShiftRow {
  readonly features: ArrayLike<number>
  readonly seen: number
  /** At a shift: the expected value, its derivative by the shift, and the variance of the observation. */
  readonly expect: (shift: number) => {
    readonly mean: number
    readonly slope: number
    readonly variance: number
  }
}

/** Normal prior of a weight. */
export interface WeightPrior {
  readonly mean: number
  readonly sd: number
}

/** Weighted sum of features. */
export function weigh(features: ArrayLike<number>, weights: readonly number[]): number {
  let sum = 0
  for (let at = 0; at < weights.length; at++) sum += (features[at] ?? 0) * (weights[at] ?? 0)
  return sum
}

const MOST_ROUNDS = 12
const SHIFT_SETTLED = 1e-5

/**
 * Fits the weights of the features; the weighted sum of its features shifts the expectation of a row. Fisher
 * scoring on the quasi-likelihood with a normal prior on every weight (Wedderburn, Biometrika 61 (1974);
 * McCullagh and Nelder, 'Generalized Linear Models', 1989).
 * @param rows visited once in each round
 * @param priors one per feature
 * @returns one weight per feature
 */
export function fitShift(rows: Iterable<ShiftRow>, priors: readonly WeightPrior[]): number[] {
  const size = priors.length
  let weights = priors.map(({ mean }) => mean)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const information = new Float64Array(size * size)
    const score = priors.map(({ mean, sd }, at) => (mean - (weights[at] ?? 0)) / sd ** 2)
    for (const [at, { sd }] of priors.entries()) information[at * size + at] = 1 / sd ** 2
    for (const { features, seen, expect } of rows) {
      const { mean, slope, variance } = expect(weigh(features, weights))
      if (!(variance > 1e-9)) continue
      addRow(information, score, features, (slope * (seen - mean)) / variance, (slope * slope) / variance)
    }
    const symmetric = Array.from({ length: size }, (_, at) =>
      Array.from(
        { length: size },
        (_, other) => information[Math.max(at, other) * size + Math.min(at, other)] ?? 0,
      ),
    )
    const step = solve(new Matrix(symmetric), Matrix.columnVector(score)).to1DArray()
    weights = weights.map((weight, at) => weight + (step[at] ?? 0))
    if (step.every((change) => Math.abs(change) < SHIFT_SETTLED)) break
  }
  return weights
}

/** Adds a row to the lower triangle of the information matrix (by rows) and to the score. */
function addRow(
  information: Float64Array,
  score: number[],
  features: ArrayLike<number>,
  pull: number,
  weight: number,
): void {
  const size = score.length
  for (let at = 0; at < size; at++) {
    const x = features[at] ?? 0
    if (x === 0) continue
    score[at] = (score[at] ?? 0) + x * pull
    const weighed = weight * x
    const begin = at * size
    for (let other = 0; other <= at; other++)
      information[begin + other] = (information[begin + other] ?? 0) + weighed * (features[other] ?? 0)
  }
}
