import type { Distribution } from './distribution.ts'

/** One stat of one player in one game, before its first pitch. */
export interface StatForecast {
  /** The stat's name as in `statTypeOf`. */
  readonly stat: string
  /** Calibrated chances of every value: it answers each line and each alternate line. */
  readonly distribution: Distribution
  /** The same with the rates at the ends of the 80% band of what is not known about them: P(over)'s interval. */
  readonly low: Distribution
  readonly high: Distribution
  /** Expected value in the stat's unit. */
  readonly mean: number
  /** Half line whose two sides are nearest to even. */
  readonly fairLine: number
  /** Values between which the stat lies eight times of ten. */
  readonly range80: { readonly low: number; readonly high: number }
}
