import { Matrix, solve } from 'ml-matrix'

/**
 * One observation of a fit, with its expectation as a function of a shift of the log-odds (or of the mean).
 */
export interface ShiftRow {
  readonly features: readonly number[]
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

const MOST_ROUNDS = 12
const SETTLED = 1e-5

/**
 * Fits the weights of the features; the weighted sum of its features shifts the expectation of a row. Fisher
 * scoring on the quasi-likelihood with a normal prior on every weight (Wedderburn, Biometrika 61 (1974);
 * McCullagh and Nelder, 'Generalized Linear Models', 1989).
 * @param priors one per feature
 * @returns one weight per feature
 */
export function fitShift(rows: readonly ShiftRow[], priors: readonly WeightPrior[]): number[] {
  const size = priors.length
  let weights = priors.map(({ mean }) => mean)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const information = Matrix.diag(priors.map(({ sd }) => 1 / sd ** 2))
    const score = priors.map(({ mean, sd }, at) => (mean - (weights[at] ?? 0)) / sd ** 2)
    for (const { features, seen, expect } of rows) {
      let shift = 0
      for (let at = 0; at < size; at++) shift += (features[at] ?? 0) * (weights[at] ?? 0)
      const { mean, slope, variance } = expect(shift)
      if (!(variance > 1e-9)) continue
      const pull = (slope * (seen - mean)) / variance
      const rowInformation = (slope * slope) / variance
      for (let at = 0; at < size; at++) {
        const x = features[at] ?? 0
        if (x === 0) continue
        score[at] = (score[at] ?? 0) + x * pull
        for (let other = 0; other <= at; other++)
          information.set(at, other, information.get(at, other) + rowInformation * x * (features[other] ?? 0))
      }
    }
    for (let at = 0; at < size; at++)
      for (let other = 0; other < at; other++) information.set(other, at, information.get(at, other))
    const step = solve(information, Matrix.columnVector(score)).to1DArray()
    weights = weights.map((weight, at) => weight + (step[at] ?? 0))
    if (step.every((change) => Math.abs(change) < SETTLED)) break
  }
  return weights
}
