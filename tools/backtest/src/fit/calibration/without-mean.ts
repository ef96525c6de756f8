import { expit } from '@propsight/shared/domain/engine'

/**
 * What the levels say of the values among themselves: how many a usual batter has of all is left to the league. An
 * expected value is the sum of the chances of 1, 2, 3 …, so it stays where their changes cancel (to first order).
 * @param levels shifts of log-odds, one for each of the values
 * @param typical a usual batter's log-odds of reaching 1, 2, 3 …
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
