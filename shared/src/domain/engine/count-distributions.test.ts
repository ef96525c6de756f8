import { describe, expect, it } from 'vitest'
import { betaBinomial, binomial, negativeBinomial } from './pitcher/count-chances.ts'

const mean = (chances: readonly number[]): number => chances.reduce((sum, p, k) => sum + k * p, 0)
const variance = (chances: readonly number[]): number =>
  chances.reduce((sum, p, k) => sum + (k - mean(chances)) ** 2 * p, 0)
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
    expect(mean(chances)).toBeCloseTo(18 * 0.32, 10)
    expect(variance(chances)).toBeCloseTo(18 * 0.32 * 0.68 * (1 + 17 * 0.02), 10)
  })

  it('negative binomial: has mean m and variance m + excess m²', () => {
    const chances = negativeBinomial(2.5, 0.1, 60)
    expect(total(chances)).toBeCloseTo(1, 12)
    expect(mean(chances)).toBeCloseTo(2.5, 8)
    expect(variance(chances)).toBeCloseTo(2.5 + 0.1 * 2.5 ** 2, 6)
  })
})
