import type { Distribution } from '../distribution.ts'
import { expit, logit } from '../log-odds.ts'

/** A stat's map of chances: log-odds are stretched and moved. The identity is slope 1, shift 0. */
export interface CalibrationMap {
  /** Positive, so that the map never turns two chances round. */
  readonly slope: number
  readonly shift: number
}

/** Maps by stat (the names of `statTypeOf`), and what they were fitted on. */
export interface Calibration {
  readonly maps: Readonly<Record<string, CalibrationMap>>
}

/**
 * A distribution with every chance of reaching a value mapped. One rising map for all values keeps their order, so every
 * line still fits the next. Source: Platt, 'Probabilistic outputs for support vector machines', 1999.
 */
export function calibrate(distribution: Distribution, map: CalibrationMap | undefined): Distribution {
  if (!map) return distribution
  const { least, atLeast } = distribution
  const [certain = 1, ...others] = atLeast
  return {
    least,
    atLeast: [
      certain,
      ...others.map((p) => (p <= 0 || p >= 1 ? p : expit(map.shift + map.slope * logit(p)))),
    ],
  }
}
