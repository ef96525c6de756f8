import shipped from './fitted/calibration.json' with { type: 'json' }
import type { Distribution } from './forecast.ts'
import { expit, logit } from './probability.ts'

/** Calibration of a stat: log-odds are multiplied by a slope and shifted, each value by its own shift. */
export interface CalibrationMap {
  /** Positive. A slope below 1 moves chances toward one half. */
  readonly slope: number
  /** Shifts by value, from the second-lowest value up. The last one also applies to all higher values. */
  readonly shifts: readonly number[]
}

/** Calibration maps by stat (names of `findStatType`). */
export interface Calibration {
  readonly maps: Readonly<Record<string, CalibrationMap>>
}

/** Calibration maps by stat, written by `npm run fit`. */
export const CALIBRATION: Calibration = shipped.value

/**
 * Applies a calibration map to the chance of reaching each value. The results are kept in decreasing order,
 * so that the chances of different lines stay consistent.
 * Source: Cox, 'Two further applications of a model for binary regression', Biometrika 45 (1958).
 * @param map without one the distribution is returned unchanged
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
