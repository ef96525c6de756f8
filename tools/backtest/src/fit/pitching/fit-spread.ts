import {
  type Counted,
  chanceAtLeast,
  computeExpectedStart,
  type PitcherStat,
  type PitchingConstants,
  type SpreadConstants,
  statChances,
} from '@propsight/shared/domain/engine'
import type { TrainingStart } from './fit-length.ts'

/** Tried values. */
const TRIED: Readonly<Record<keyof SpreadConstants, readonly number[]>> = {
  strikeOuts: [0.0005, 0.002, 0.004, 0.006, 0.01, 0.015, 0.02, 0.03],
  hits: [0.4, 0.5, 0.6, 0.7, 0.85, 1, 1.3, 1.7],
  baseOnBalls: [0.25, 0.35, 0.5, 0.7, 1, 1.4, 2],
  earnedRuns: [0.002, 0.01, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.3],
}
/** Start values of the search. */
const START: SpreadConstants = { strikeOuts: 0.004, hits: 1, baseOnBalls: 1, earnedRuns: 0.05 }

function surprise(
  starts: readonly TrainingStart[],
  stat: PitcherStat,
  count: Counted,
  constants: PitchingConstants,
): number {
  let sum = 0
  for (const { matchup, outcome } of starts) {
    const distribution = statChances(stat, computeExpectedStart(matchup, constants), constants)
    const chance =
      chanceAtLeast(distribution, outcome[count]) - chanceAtLeast(distribution, outcome[count] + 1)
    sum -= Math.log(Math.max(1e-6, chance))
  }
  return sum
}

/** Fits the dispersion of each count by maximum likelihood on a grid. */
export function fitSpread(
  starts: readonly TrainingStart[],
  constants: Omit<PitchingConstants, 'spread'>,
): SpreadConstants {
  let spread = START
  const settle = (count: Counted, stat: PitcherStat): void => {
    const losses = TRIED[count].map((value) => ({
      value,
      loss: surprise(starts, stat, count, { ...constants, spread: { ...spread, [count]: value } }),
    }))
    const best = losses.reduce((least, next) => (next.loss < least.loss ? next : least))
    spread = { ...spread, [count]: best.value }
  }
  settle('strikeOuts', 'Pitcher Strikeouts')
  settle('hits', 'Hits Allowed')
  settle('baseOnBalls', 'Walks Allowed')
  settle('earnedRuns', 'Earned Runs Allowed')
  return spread
}
