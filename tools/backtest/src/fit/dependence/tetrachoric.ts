import { normalQuantile } from '@propsight/shared/domain/engine'

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
const EDGE = 1e-4

/**
 * Makes the mark of one outcome.
 * @param chance forecast probability of over
 * @throws RangeError for a probability that is not finite, because a fit must not use such an engine
 */
export function mark(over: boolean, chance: number): Mark {
  if (!Number.isFinite(chance)) throw new RangeError(`a forecast gives ${chance} as a chance`)
  const inside = Math.min(1 - EDGE, Math.max(EDGE, chance))
  const threshold = -normalQuantile(inside)
  const density = Math.exp(-(threshold * threshold) / 2) / Math.sqrt(2 * Math.PI)
  const series = new Float64Array(TERMS)
  // Heₙ₊₁ = t·Heₙ − n·Heₙ₋₁
  let [before, hermite, factorial] = [0, 1, 1]
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
