import type { Distribution } from '../distribution.ts'
import { expit, logit } from '../log-odds.ts'

/** A stat's map of chances: log-odds are pulled toward a typical batter's. The identity is slope 1. */
export interface CalibrationMap {
  /** From 0 to 1, so that the map never turns two chances, or two lines, round. */
  readonly slope: number
  /** Log-odds that a typical batter reaches each value, from the least but one up; the last holds for all beyond. */
  readonly typical: readonly number[]
}

/** Maps by stat (the names of `statTypeOf`), and what they were fitted on. */
export interface Calibration {
  readonly maps: Readonly<Record<string, CalibrationMap>>
}

/**
 * A distribution with every chance of reaching a value pulled toward the typical one. Typical chances fall with the value
 * as his own do, so every line still fits the next. How often a typical batter goes over is left to the league's totals.
 * Source: Cox, 'Two further applications of a model for binary regression', Biometrika 45 (1958).
 */
export function calibrate(distribution: Distribution, map: CalibrationMap | undefined): Distribution {
  if (!map) return distribution
  const { slope, typical } = map
  const { least, atLeast } = distribution
  const [certain = 1, ...others] = atLeast
  const pulled = (p: number, at: number): number =>
    expit(slope * logit(p) + (1 - slope) * (typical[at] ?? typical.at(-1) ?? logit(p)))
  return { least, atLeast: [certain, ...others.map((p, at) => (p <= 0 || p >= 1 ? p : pulled(p, at)))] }
}
