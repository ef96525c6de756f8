import {
  expectedStart,
  type PitcherStat,
  type PitchingConstants,
  reach,
  type SpreadConstants,
  statChances,
} from '@propsight/shared/domain/engine'
import type { TrainingStart } from './fit-length.ts'

/** Values tried. */
const STRIKE_OUTS = [0.001, 0.005, 0.01, 0.015, 0.02, 0.03, 0.04, 0.06]
const EARNED_RUNS = [0.01, 0.03, 0.05, 0.08, 0.12, 0.16, 0.2, 0.3]

/** Starts looked at: every one would take longer and tell the same. */
const EVERY = 2

function surprise(
  starts: readonly TrainingStart[],
  stat: PitcherStat,
  count: keyof SpreadConstants,
  constants: PitchingConstants,
): number {
  let sum = 0
  for (const { matchup, outcome } of starts) {
    const distribution = statChances(stat, expectedStart(matchup, constants), constants)
    const chance = reach(distribution, outcome[count]) - reach(distribution, outcome[count] + 1)
    sum -= Math.log(Math.max(1e-6, chance))
  }
  return sum
}

/** The spread beyond chance under which the counts of these starts are likeliest. */
export function fitSpread(
  starts: readonly TrainingStart[],
  constants: Omit<PitchingConstants, 'spread'>,
): SpreadConstants {
  const some = starts.filter((_, i) => i % EVERY === 0)
  const start: SpreadConstants = { strikeOuts: 0.015, earnedRuns: 0.08 }
  const best = (stat: PitcherStat, count: keyof SpreadConstants, tried: readonly number[]): number => {
    const losses = tried.map((value) => ({
      value,
      loss: surprise(some, stat, count, { ...constants, spread: { ...start, [count]: value } }),
    }))
    return losses.reduce((least, next) => (next.loss < least.loss ? next : least)).value
  }
  return {
    strikeOuts: best('Pitcher Strikeouts', 'strikeOuts', STRIKE_OUTS),
    earnedRuns: best('Earned Runs Allowed', 'earnedRuns', EARNED_RUNS),
  }
}
