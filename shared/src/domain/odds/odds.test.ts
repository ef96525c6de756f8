import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  americanOdds,
  decimalOdds,
  expectedProfit,
  impliedChance,
  removeVig,
  type VigRemoval,
} from './odds.ts'

describe('decimalOdds and impliedChance', () => {
  // README of the R package bettingtools, probabilities of single lines; the last two are even odds by
  // definition.
  it.each([
    [200, 3, 0.3333],
    [-180, 1.5556, 0.6429],
    [-450, 1.2222, 0.8182],
    [700, 8, 0.125],
    [-250, 1.4, 0.7143],
    [100, 2, 0.5],
    [-100, 2, 0.5],
  ])('convert %i to decimal %d and chance %d', (american, decimal, chance) => {
    expect(decimalOdds(american)).toBeCloseTo(decimal, 4)
    expect(impliedChance(decimalOdds(american))).toBeCloseTo(chance, 4)
  })
})

describe('removeVig', () => {
  it.each<[string, VigRemoval, number[], number[], number]>([
    // README of bettingtools: pairs of American odds.
    ['+200 and −220', 'proportional', [200, -220].map(decimalOdds), [0.327, 0.673], 3],
    ['+1000 and −800', 'proportional', [1000, -800].map(decimalOdds), [0.093, 0.907], 3],
    // oddscipher.com, 'No-vig': the second, 'additive', is Shin's method with two outcomes.
    ['−150 and +130', 'proportional', [-150, 130].map(decimalOdds), [0.5798, 0.4202], 4],
    ['−150 and +130', 'shin', [-150, 130].map(decimalOdds), [0.5826, 0.4174], 4],
    // smartstake.app, guide to de-vigging.
    ['2.10 and 1.75', 'proportional', [2.1, 1.75], [0.455, 0.545], 3],
    // Tests of the Python package penaltyblog.
    ['2.70, 2.30 and 4.40', 'proportional', [2.7, 2.3, 4.4], [0.35873804, 0.42112726, 0.2201347], 7],
    ['2.70, 2.30 and 4.40', 'power', [2.7, 2.3, 4.4], [0.3591708, 0.4237291, 0.2171001], 5],
    // Tests of the Python package footix.
    ['5.40, 4.30 and 1.55', 'proportional', [5.4, 4.3, 1.55], [0.1742, 0.2188, 0.607], 4],
    ['5.40, 4.30 and 1.55', 'power', [5.4, 4.3, 1.55], [0.1645, 0.2099, 0.6256], 4],
    // README of the Python package shin.
    [
      '2.60, 2.40 and 4.30',
      'shin',
      [2.6, 2.4, 4.3],
      [0.37299406033208965, 0.4047794109200184, 0.2222265287474275],
      9,
    ],
    ['1.50 and 2.74', 'shin', [1.5, 2.74], [0.6508515815085157, 0.3491484184914841], 12],
    ['−110 and −110', 'power', [-110, -110].map(decimalOdds), [0.5, 0.5], 12],
  ])('reproduces the published chances of %s (%s)', (_odds, method, decimals, published, digits) => {
    const chances = removeVig(decimals, method)
    expect(chances).toHaveLength(published.length)
    for (const [at, chance] of chances.entries()) expect(chance).toBeCloseTo(published[at] ?? 0, digits)
  })

  it('finds the power by the definition: chances 1/4 and 3/4, both raised to 0.9', () => {
    const [quarter = 0, rest = 0] = removeVig([4 ** 0.9, (4 / 3) ** 0.9], 'power')
    expect(quarter).toBeCloseTo(0.25, 12)
    expect(rest).toBeCloseTo(0.75, 12)
  })

  it('subtracts half of the margin from each of two outcomes with Shin’s method, unless one is negligible', () => {
    const implied = [0.58, 0.47]
    const chances = removeVig(
      implied.map((chance) => 1 / chance),
      'shin',
    )
    expect(chances[0]).toBeCloseTo(0.58 - 0.025, 10)
    expect(chances[1]).toBeCloseTo(0.47 - 0.025, 10)
  })

  it('returns chances inside 0 and 1 that sum to one and keep the order of the odds', () => {
    const price = fc.double({ min: 1.01, max: 50, noNaN: true })
    fc.assert(
      fc.property(price, price, fc.constantFrom('proportional', 'power', 'shin'), (one, other, method) => {
        const [a = 0, b = 0] = removeVig([one, other], method)
        expect(a + b).toBeCloseTo(1, 9)
        expect(Math.min(a, b)).toBeGreaterThan(0)
        if (one < other) expect(a).toBeGreaterThanOrEqual(b - 1e-9)
      }),
    )
  })
})

describe('expectedProfit', () => {
  it('counts wins at the odds, losses at the stake and pushes as nothing', () => {
    expect(expectedProfit(0.5, 0, 2)).toBe(0)
    expect(expectedProfit(0.55, 0, decimalOdds(-110))).toBeCloseTo(0.05, 12)
    expect(expectedProfit(0.45, 0.1, decimalOdds(-110))).toBeCloseTo(0.45 / 1.1 - 0.45, 12)
  })
})

describe('americanOdds', () => {
  it('reverses decimalOdds for all whole American odds', () => {
    for (let odds = 100; odds <= 2_000; odds += 1) {
      expect(americanOdds(decimalOdds(odds))).toBe(odds)
      if (odds > 100) expect(americanOdds(decimalOdds(-odds))).toBe(-odds)
    }
  })
})
