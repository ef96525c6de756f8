import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeKellyShare, stake } from './stake.ts'

const even = (chance: number, paid: number) => [
  { chance, paid },
  { chance: 1 - chance, paid: 0 },
]

describe('stake', () => {
  it('is Kelly’s p − q / b for one payout', () => {
    expect(computeKellyShare(even(0.4, 3))).toBeCloseTo(0.4 - 0.6 / 2, 10)
    expect(computeKellyShare(even(0.6, 2))).toBeCloseTo(0.2, 10)
  })

  it('maximises the expected log growth for several payouts', () => {
    const flex = [
      { chance: 0.3, paid: 2.25 },
      { chance: 0.4, paid: 1.25 },
      { chance: 0.3, paid: 0 },
    ]
    const growth = (share: number) =>
      flex.reduce((sum, { chance, paid }) => sum + chance * Math.log(1 + share * (paid - 1)), 0)
    const best = computeKellyShare(flex)
    expect(best).toBeGreaterThan(0)
    expect(growth(best)).toBeGreaterThan(growth(best + 0.01))
    expect(growth(best)).toBeGreaterThan(growth(best - 0.01))
  })

  it('is a quarter of Kelly, at most two units', () => {
    expect(stake(even(0.35, 3), 0.01).units).toBeCloseTo((100 * 0.025) / 4, 10)
    expect(stake(even(0.9, 3), 0.5)).toEqual({ units: 2, words: null })
  })

  it('is "no edge shown" when the interval includes zero', () => {
    expect(stake(even(0.4, 3), 0)).toEqual({ units: 0, words: 'no edge shown' })
    expect(stake(even(0.4, 3), -0.1)).toEqual({ units: 0, words: 'no edge shown' })
    expect(stake(even(0.4, 3), Number.NaN)).toEqual({ units: 0, words: 'no edge shown' })
  })

  it('is zero at or below break-even and never above the cap', () => {
    const chance = fc.double({ min: 0, max: 1, noNaN: true })
    const paid = fc.double({ min: 1.01, max: 40, noNaN: true })
    fc.assert(
      fc.property(chance, paid, (p, multiple) => {
        const { units } = stake(even(p, multiple), 1)
        expect(units).toBeLessThanOrEqual(2)
        expect(units).toBeGreaterThanOrEqual(0)
        if (p * multiple <= 1 - 1e-12) expect(units).toBe(0)
      }),
    )
  })
})
