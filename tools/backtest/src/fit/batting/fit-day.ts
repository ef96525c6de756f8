import { findStatType } from '@propsight/shared/domain'
import {
  type BattingConstants,
  chanceAtLeast,
  computeGameParameters,
  type DayConstants,
  distribute,
  statWeights,
} from '@propsight/shared/domain/engine'
import type { Case } from './case.ts'

const STATS = ['Hits', 'Runs', 'RBIs', 'Hits+Runs+RBIs']
/** Uses every fourth case, which is enough to fit three numbers. */
const EVERY = 4
const LEAST_CHANCE = 1e-6

const TRIES: Readonly<Record<keyof DayConstants, readonly number[]>> = {
  scoring: [0, 0.1, 0.2, 0.3, 0.4, 0.5],
  onBase: [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35],
  appearances: [0, 0.1, 0.2, 0.3, 0.4],
}

/**
 * Fits the sizes of the day effects one after the other (coordinate ascent), by maximum likelihood on a grid.
 */
export function fitDay(cases: readonly Case[], constants: BattingConstants): DayConstants {
  const some = cases.filter((_, at) => at % EVERY === 0)
  const stats = STATS.flatMap((name) => {
    const weights = statWeights(name)
    const stat = findStatType(name)
    return weights && stat?.group === 'hitting' ? [{ weights, value: stat.value }] : []
  })
  const ready = some.map(({ evidence, row }) => ({
    parameters: computeGameParameters(evidence, constants),
    row,
  }))
  const likelihood = (day: DayConstants): number => {
    let sum = 0
    for (const { parameters, row } of ready)
      for (const { weights, value } of stats) {
        const distribution = distribute(parameters, weights, { ...constants, day })
        const seen = value(row)
        sum += Math.log(
          Math.max(LEAST_CHANCE, chanceAtLeast(distribution, seen) - chanceAtLeast(distribution, seen + 1)),
        )
      }
    return sum
  }
  let day: DayConstants = { onBase: 0, scoring: 0, appearances: 0 }
  const names = Object.keys(TRIES) as (keyof DayConstants)[]
  // The sizes explain the same variation in part, so each of them is fitted twice.
  for (const name of [...names, ...names]) {
    const tries = TRIES[name].map((size) => ({ ...day, [name]: size }))
    const scored = tries.map((tried) => ({ tried, value: likelihood(tried) }))
    day = scored.reduce((best, next) => (next.value > best.value ? next : best)).tried
  }
  return day
}
