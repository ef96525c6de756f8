import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PITCHING } from '../fitted/pitching.ts'
import { MOST_OUTS, withMean } from './outing.ts'

const mean = (chances: readonly number[]): number => chances.reduce((sum, p, outs) => sum + outs * p, 0)

describe('withMean', () => {
  it('moves the distribution of outs to any expected length', () => {
    fc.assert(
      fc.property(fc.double({ min: 1.5, max: 26, noNaN: true }), (target) => {
        const chances = withMean(PITCHING.full.outs, target)
        expect(mean(chances)).toBeCloseTo(target, 6)
        expect(chances.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('does not change a distribution that has the requested mean', () => {
    const fair = Array.from({ length: MOST_OUTS + 1 }, () => 1 / (MOST_OUTS + 1))
    for (const [outs, p] of withMean(fair, MOST_OUTS / 2).entries()) expect(p).toBeCloseTo(fair[outs] ?? 0, 9)
  })

  it('keeps complete innings more likely than their neighbours', () => {
    const chances = withMean(PITCHING.full.outs, 17)
    expect(chances[18]).toBeGreaterThan(2 * (chances[17] ?? 0))
    expect(chances[18]).toBeGreaterThan(2 * (chances[19] ?? 0))
  })
})
