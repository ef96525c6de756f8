import { type Mark, TERMS } from './tetrachoric.ts'

/** Limit of the search for correlations: the series is accurate within it. */
const WIDEST = 0.97
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
    let [low, high] = [-WIDEST, WIDEST]
    for (let step = 0; step < HALVINGS; step++) {
      const middle = (low + high) / 2
      if (excess(middle) < seen) low = middle
      else high = middle
    }
    return { value: (low + high) / 2, error: Math.sqrt(this.#squares[cell] ?? 0) / slope }
  }
}
