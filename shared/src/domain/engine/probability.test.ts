import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convolve, sumOfSome } from './convolve.ts'

const chances = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 })
  .filter((weights) => weights.some((weight) => weight > 1e-3))
  .map((weights) => {
    const sum = weights.reduce((a, b) => a + b, 0)
    return weights.map((weight) => weight / sum)
  })

const mean = (of: readonly number[]): number => of.reduce((sum, p, n) => sum + n * p, 0)

describe('convolve', () => {
  it('returns the distribution of heads for two coins', () => {
    const coin = [0.5, 0.5]
    expect(convolve(coin, coin)).toEqual([0.25, 0.5, 0.25])
  })

  it('keeps the sum of 1 and adds the means', () => {
    fc.assert(
      fc.property(chances, chances, (a, b) => {
        const sum = convolve(a, b)
        expect(sum.reduce((x, y) => x + y, 0)).toBeCloseTo(1, 10)
        expect(mean(sum)).toBeCloseTo(mean(a) + mean(b), 8)
      }),
    )
  })
})

describe('sumOfSome', () => {
  it('returns 0 for no terms and the distribution of a term for one', () => {
    expect(sumOfSome([1], [0.3, 0.7])[0]).toBe(1)
    const one = sumOfSome([0, 1], [0.3, 0.7])
    expect(one[0]).toBeCloseTo(0.3)
    expect(one[1]).toBeCloseTo(0.7)
  })

  it('multiplies the means (Wald)', () => {
    fc.assert(
      fc.property(chances, chances, (times, added) => {
        expect(mean(sumOfSome(times, added))).toBeCloseTo(mean(times) * mean(added), 8)
      }),
    )
  })
})
