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
