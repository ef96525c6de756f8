import type { Distribution } from '../distribution.ts'
import { expit, logit } from '../log-odds.ts'

/** A stat's map of chances: log-odds are pulled together and moved, each value's by its own shift. */
export interface CalibrationMap {
  /** Positive. Below 1 it pulls chances together. */
  readonly slope: number
  /** Shifts of the values from the least but one up; the last holds for all beyond. */
  readonly shifts: readonly number[]
}

/** Maps by stat (the names of `statTypeOf`), and what they were fitted on. */
export interface Calibration {
  readonly maps: Readonly<Record<string, CalibrationMap>>
}

/**
 * A distribution with every chance of reaching a value mapped. No value comes out likelier to be reached than the one
 * below it, so every line still fits the next.
 * Source: Cox, 'Two further applications of a model for binary regression', Biometrika 45 (1958).
 */
export function calibrate(distribution: Distribution, map: CalibrationMap | undefined): Distribution {
  if (!map) return distribution
  const { slope, shifts } = map
  const [certain = 1, ...others] = distribution.atLeast
  let least = 1
  const mapped = others.map((p, at) => {
    const shift = shifts[at] ?? shifts.at(-1) ?? 0
    least = Math.min(least, p <= 0 || p >= 1 ? p : expit(slope * logit(p) + shift))
    return least
  })
  return { least: distribution.least, atLeast: [certain, ...mapped] }
}
