import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaBinomial, binomial, compoundSum, convolve, negativeBinomial } from './probability.ts'

const meanOf = (chances: readonly number[]): number => chances.reduce((sum, p, k) => sum + k * p, 0)
const variance = (chances: readonly number[]): number =>
  chances.reduce((sum, p, k) => sum + (k - meanOf(chances)) ** 2 * p, 0)
const total = (chances: readonly number[]): number => chances.reduce((sum, p) => sum + p, 0)

describe('count distributions', () => {
  it('binomial: gives the chances of four trials at one half', () => {
    expect(binomial(4, 0.5)).toEqual([1, 4, 6, 4, 1].map((ways) => ways / 16))
  })

  it('binomial: has all mass at zero without trials or with a chance of zero', () => {
    expect(binomial(0, 0.3)).toEqual([1])
    expect(binomial(2, 0)).toEqual([1, 0, 0])
  })

  it('beta-binomial: is uniform for a = b = 1, which is ρ = 1/3', () => {
    for (const p of betaBinomial(3, 0.5, 1 / 3)) expect(p).toBeCloseTo(0.25, 12)
  })

  it('beta-binomial: has the mean of the binomial and 1 + (n − 1) ρ times its variance', () => {
    const chances = betaBinomial(18, 0.32, 0.02)
    expect(total(chances)).toBeCloseTo(1, 12)
    expect(meanOf(chances)).toBeCloseTo(18 * 0.32, 10)
    expect(variance(chances)).toBeCloseTo(18 * 0.32 * 0.68 * (1 + 17 * 0.02), 10)
  })

  it('negative binomial: has mean m and variance m + excess m²', () => {
    const chances = negativeBinomial(2.5, 0.1, 60)
    expect(total(chances)).toBeCloseTo(1, 12)
    expect(meanOf(chances)).toBeCloseTo(2.5, 8)
    expect(variance(chances)).toBeCloseTo(2.5 + 0.1 * 2.5 ** 2, 6)
  })
})

const chances = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 })
  .filter((weights) => weights.some((weight) => weight > 1e-3))
  .map((weights) => {
    const sum = weights.reduce((a, b) => a + b, 0)
    return weights.map((weight) => weight / sum)
  })

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
        expect(meanOf(sum)).toBeCloseTo(meanOf(a) + meanOf(b), 8)
      }),
    )
  })
})

describe('compoundSum', () => {
  it('returns 0 for no terms and the distribution of a term for one', () => {
    expect(compoundSum([1], [0.3, 0.7])[0]).toBe(1)
    const one = compoundSum([0, 1], [0.3, 0.7])
    expect(one[0]).toBeCloseTo(0.3)
    expect(one[1]).toBeCloseTo(0.7)
  })

  it('multiplies the means (Wald)', () => {
    fc.assert(
      fc.property(chances, chances, (times, added) => {
        // It leaves out the largest values while their chance is below 1e-10.
        expect(meanOf(compoundSum(times, added))).toBeCloseTo(meanOf(times) * meanOf(added), 6)
      }),
    )
  })
})
