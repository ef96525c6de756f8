import { expit, logit } from '@propsight/shared/domain/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withoutMean } from './without-mean.ts'

describe('withoutMean', () => {
  it('removes the common component, weighted by p·(1 − p)', () => {
    // p·(1 − p) is 0.25 at even chances and 0.09 at one in ten.
    const [first = 0, second = 0] = withoutMean([0.3, 0], [1, 2], [logit(0.5), logit(0.1)])
    expect(first).toBeCloseTo(0.3 - (0.3 * 0.25) / 0.34)
    expect(second).toBeCloseTo((-0.3 * 0.25) / 0.34)
  })

  it.each([
    { levels: [0.2], values: [1] },
    { levels: [0.2, 0.2, 0.2], values: [1, 2, 3] },
  ])('returns zeros for a level that is the same for all values: $levels', ({ levels, values }) => {
    for (const shape of withoutMean(levels, values, [0.5, -0.5, -2])) expect(shape).toBeCloseTo(0)
  })

  it('keeps the expected value', () => {
    const small = fc.double({ min: -0.05, max: 0.05, noNaN: true })
    const chances = fc.array(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(chances, fc.array(small, { minLength: 6, maxLength: 6 }), (usual, all) => {
        const typical = usual.toSorted((a, b) => b - a).map(logit)
        const levels = all.slice(0, typical.length)
        const values = typical.map((_, at) => at + 1)
        const shapes = withoutMean(levels, values, typical)
        const mean = (shifts: readonly number[]) =>
          typical.reduce((sum, logOdds, at) => sum + expit(logOdds + (shifts[at] ?? 0)), 0)
        // The second derivative of the logistic curve is below 0.1: the remaining error is of second order.
        const bend = shapes.reduce((sum, shape) => sum + 0.05 * shape ** 2, 0)
        expect(Math.abs(mean(shapes) - mean([]))).toBeLessThan(bend + 1e-12)
      }),
    )
  })
})
