import { MOST_OUTS, type OutingShape } from '@propsight/shared/domain/engine'
import type { PitchingRow } from '../../read/season.ts'

/** Weight of the smoothed mean of neighbouring numbers of outs, in starts. */
const NEIGHBOURS = 12
/** Standard deviation of the smoothing kernel, in outs. */
const REACH = 1.5
/** Starts added to every number of outs, so that none is impossible. */
const ANYWHERE = 0.2

const ALL_OUTS = Array.from({ length: MOST_OUTS + 1 }, (_, outs) => outs)

/** Mean of a count by number of outs, shrunk toward the smoothed mean of neighbouring numbers. */
function meansByOuts(starts: readonly PitchingRow[], of: (start: PitchingRow) => number): number[] {
  const nearby = (outs: number): number => {
    let weights = 0
    let sum = 0
    for (const start of starts) {
      const weight = Math.exp(-(((start.outs - outs) / REACH) ** 2) / 2)
      weights += weight
      sum += weight * of(start)
    }
    return sum / weights
  }
  return ALL_OUTS.map((outs) => {
    const there = starts.filter((start) => start.outs === outs)
    const seen = there.reduce((sum, start) => sum + of(start), 0)
    return (seen + NEIGHBOURS * nearby(outs)) / (there.length + NEIGHBOURS)
  })
}

/**
 * Distribution of outs, and mean counts by number of outs, of one kind of start. Starts beyond nine innings
 * are left out.
 */
export function outingShape(all: readonly PitchingRow[]): OutingShape {
  const starts = all.filter(({ outs }) => outs <= MOST_OUTS)
  const total = starts.length + ANYWHERE * ALL_OUTS.length
  return {
    outs: ALL_OUTS.map((outs) => (starts.filter((start) => start.outs === outs).length + ANYWHERE) / total),
    batters: meansByOuts(starts, (start) => start.battersFaced),
    hits: meansByOuts(starts, (start) => start.hits),
    baseOnBalls: meansByOuts(starts, (start) => start.baseOnBalls),
    earnedRuns: meansByOuts(starts, (start) => start.earnedRuns),
  }
}
