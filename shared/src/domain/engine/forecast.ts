import type { Distribution } from './distribution.ts'

/** Forecast of one stat of one player in one game. */
export interface StatForecast {
  /** The stat's name as in `statTypeOf`. */
  readonly stat: string
  /** Calibrated distribution, from which every line and alternate line is evaluated. */
  readonly distribution: Distribution
  /** Distributions at both ends of the 80% band of the model's errors: they give the interval of P(over). */
  readonly low: Distribution
  readonly high: Distribution
  /** Expected value in the stat's unit. */
  readonly mean: number
  /** Half line whose P(over) is nearest to one half. */
  readonly fairLine: number
  /** Values between which the stat is in about 80% of games, inclusive. */
  readonly range80: { readonly low: number; readonly high: number }
}
