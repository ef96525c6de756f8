import { normalQuantile } from '@propsight/shared/domain/engine'

/** Limit of the search for correlations: the series is accurate within it. */
const MAX_CORRELATION = 0.97
const HALVINGS = 40

export interface Correlation {
  readonly value: number
  /** Standard error, with games (not pairs) as independent observations. */
  readonly error: number
}

/** Sums over all pairs of a row's stat and a column's stat, by cell of a relation's table. */
export class PairSums {
  readonly #columns: number
  /** Sums of the products of residuals: of the current game and of all finished games. */
  readonly #game: Float64Array
  readonly #sum: Float64Array
  readonly #squares: Float64Array
  /** Sums of the terms of the tetrachoric series, by cell. */
  readonly #terms: Float64Array

  constructor(rows: number, columns: number) {
    this.#columns = columns
    this.#game = new Float64Array(rows * columns)
    this.#sum = new Float64Array(rows * columns)
    this.#squares = new Float64Array(rows * columns)
    this.#terms = new Float64Array(rows * columns * TERMS)
  }

  add(rows: readonly Mark[], columns: readonly Mark[]): void {
    let cell = 0
    for (const a of rows) {
      for (const b of columns) {
        this.#game[cell] = (this.#game[cell] ?? 0) + a.residual * b.residual
        const start = cell * TERMS
        for (let n = 0; n < TERMS; n++) {
          this.#terms[start + n] = (this.#terms[start + n] ?? 0) + (a.series[n] ?? 0) * (b.series[n] ?? 0)
        }
        cell++
      }
    }
  }

  endGame(): void {
    for (const [cell, product] of this.#game.entries()) {
      this.#sum[cell] = (this.#sum[cell] ?? 0) + product
      this.#squares[cell] = (this.#squares[cell] ?? 0) + product * product
    }
    this.#game.fill(0)
  }

  /**
   * The correlation at which the expected number of pairs that are both over equals the observed one; null
   * without pairs.
   */
  correlation(row: number, column: number): Correlation | null {
    const cell = row * this.#columns + column
    const terms = this.#terms.subarray(cell * TERMS, (cell + 1) * TERMS)
    const [slope = 0] = terms
    if (!(slope > 0)) return null
    const seen = this.#sum[cell] ?? 0
    const excess = (value: number) => terms.reduceRight((sum, term) => (sum + term) * value, 0)
    let low = -MAX_CORRELATION
    let high = MAX_CORRELATION
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2
      if (excess(middle) < seen) low = middle
      else high = middle
    }
    return { value: (low + high) / 2, error: Math.sqrt(this.#squares[cell] ?? 0) / slope }
  }
}

/** Terms of the tetrachoric series: the truncation error is below 0.01 for correlations up to 0.9. */
export const TERMS = 12

/** The outcome of one stat of one player in one game, relative to its forecast at one line. */
export interface Mark {
  /** 1 (over) or 0 (under) minus the forecast probability of over. */
  readonly residual: number
  /** φ(t)·Heₙ₋₁(t)/√n! for n = 1 … 12, where t is the threshold of the latent normal variable. */
  readonly series: Float64Array
}

/** Minimum distance of a probability from 0 and 1, so that no threshold is infinite. */
const MIN_DISTANCE = 1e-4

/**
 * Makes the mark of one outcome.
 * @param chance forecast probability of over
 * @throws RangeError for a probability that is not finite, because a fit must not use such an engine
 */
export function mark(over: boolean, chance: number): Mark {
  if (!Number.isFinite(chance)) throw new RangeError(`a forecast gives ${chance} as a chance`)
  const inside = Math.min(1 - MIN_DISTANCE, Math.max(MIN_DISTANCE, chance))
  const threshold = -normalQuantile(inside)
  const density = Math.exp(-(threshold * threshold) / 2) / Math.sqrt(2 * Math.PI)
  const series = new Float64Array(TERMS)
  // Heₙ₊₁ = t·Heₙ − n·Heₙ₋₁
  let before = 0
  let hermite = 1
  let factorial = 1
  for (let n = 1; n <= TERMS; n++) {
    factorial *= n
    series[n - 1] = (density * hermite) / Math.sqrt(factorial)
    const next = threshold * hermite - (n - 1) * before
    before = hermite
    hermite = next
  }
  return { residual: (over ? 1 : 0) - inside, series }
}

/**
 * P(both over) − P(one over)·P(other over) when the latent normal variables have this correlation, by the
 * tetrachoric series (K. Pearson 1900).
 */
export function jointExcess(a: Mark, b: Mark, correlation: number): number {
  let sum = 0
  for (let n = TERMS - 1; n >= 0; n--) {
    sum = (sum + (a.series[n] ?? 0) * (b.series[n] ?? 0)) * correlation
  }
  return sum
}
