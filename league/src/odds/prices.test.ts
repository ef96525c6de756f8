import { describe, expect, it } from 'vitest'
import { americanOdds, decimalOdds } from './sample-books.ts'

const FINE = [1, 5, 10, 50] as const

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

  it('convert to decimal odds with two decimals', () => {
    expect([-110, 100, 150, -150, 900].map(decimalOdds)).toEqual([1.91, 2, 2.5, 1.67, 10])
  })
})
