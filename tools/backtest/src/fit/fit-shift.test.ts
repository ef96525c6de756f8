import { expit } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { fitShift, type ShiftRow } from './generalised-linear.ts'

const TRIALS = 1000

/** Rows whose observed values equal the expectation under these weights. */
const rows = (weights: readonly number[]): ShiftRow[] =>
  [-1, -0.5, 0, 0.5, 1].map((x) => ({
    features: [1, x],
    seen: TRIALS * expit((weights[0] ?? 0) + x * (weights[1] ?? 0)),
    expect: (shift) => {
      const chance = expit(shift)
      const variance = TRIALS * chance * (1 - chance)
      return { mean: TRIALS * chance, slope: variance, variance }
    },
  }))

describe('fitShift', () => {
  it('recovers the weights that generated the rows', () => {
    const loose = { mean: 0, sd: 100 }
    const [first = 0, second = 0] = fitShift(rows([-0.7, 0.4]), [loose, loose])
    expect(first).toBeCloseTo(-0.7, 4)
    expect(second).toBeCloseTo(0.4, 4)
  })

  it('keeps the prior mean when the prior is tight or without rows', () => {
    const tight = { mean: 0.1, sd: 1e-6 }
    expect(fitShift(rows([-0.7, 0.4]), [tight, tight])[1]).toBeCloseTo(0.1, 5)
    expect(fitShift([], [{ mean: 0.3, sd: 1 }])).toEqual([0.3])
  })
})
