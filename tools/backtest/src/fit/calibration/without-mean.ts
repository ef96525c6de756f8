import { expit } from '@propsight/shared/domain/engine'

/**
 * Removes the common component of the shifts, so that the expected value does not change (to first order).
 * The expected value is the sum of the probabilities of reaching 1, 2, 3 …; its level is determined by the
 * league.
 * @param levels shifts of log-odds, one per value
 * @param values the values that the shifts belong to
 * @param typical log-odds of a typical batter of reaching 1, 2, 3 …
 */
export function withoutMean(
  levels: readonly number[],
  values: readonly number[],
  typical: readonly number[],
): number[] {
  const weights = values.map((value) => {
    const chance = expit(typical[value - 1] ?? 0)
    return chance * (1 - chance)
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = levels.reduce((sum, level, at) => sum + level * (weights[at] ?? 0), 0) / all
  return levels.map((level) => level - mean)
}
