import { describe, expect, it } from 'vitest'
import { americanOdds, decimalOdds, priceOf } from './prices.ts'

const FINE = [1, 5, 10, 50] as const
const FIVES = [5, 10, 25, 100] as const

describe('American odds', () => {
  it.each([
    [0.5, 100],
    [0.5238, -110],
    [0.4, 150],
    [0.6, -150],
    [0.1, 900],
    [0.9, -900],
  ])('of an implied probability of %f are %i', (implied, price) => {
    expect(americanOdds(implied, FINE)).toBe(price)
  })

  it('are rounded to the steps of a book, and are never between -100 and 100', () => {
    expect(americanOdds(0.532, FIVES)).toBe(-115)
    expect(americanOdds(0.499, FIVES)).toBe(100)
    expect(americanOdds(0.501, FIVES)).toBe(100)
    expect(americanOdds(0.077, FIVES)).toBe(1200)
    for (let implied = 0.02; implied < 0.98; implied += 0.001) {
      expect(Math.abs(americanOdds(implied, FIVES))).toBeGreaterThanOrEqual(100)
    }
  })

  it('convert to decimal odds with two decimals', () => {
    expect([-110, 100, 150, -150, 900].map(decimalOdds)).toEqual([1.91, 2, 2.5, 1.67, 10])
  })
})

describe('price of a side', () => {
  it('contains the margin: both sides together imply 1 / (1 - hold)', () => {
    const grid = [1, 1, 1, 1] as const
    const implied = (price: number) => (price > 0 ? 100 / (price + 100) : -price / (100 - price))
    for (const chance of [0.3, 0.45, 0.5, 0.7]) {
      const sum = [chance, 1 - chance].reduce(
        (all, each) => all + implied(priceOf(each, { hold: 0.06, grid })),
        0,
      )
      expect(sum).toBeCloseTo(1 / 0.94, 2)
    }
  })

  it('takes relatively more from a longshot', () => {
    const grid = FINE
    const decimal = decimalOdds(priceOf(0.1, { hold: 0.06, grid }))
    expect(decimal * 0.1).toBeLessThan(0.9)
  })
})
