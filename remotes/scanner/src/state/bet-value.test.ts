import { priceBreakEven } from '@propsight/shared/domain/odds'
import { describe, expect, it } from 'vitest'
import { betValue } from './rows.ts'

describe('betValue', () => {
  const chances = { win: 0.55, low: 0.5, high: 0.6, push: 0 }

  it('gives the expected profit with the interval of the chance', () => {
    const value = betValue(chances, 2)
    expect(value.expected).toBeCloseTo(0.1, 12)
    expect(value.low).toBeCloseTo(0, 12)
    expect(value.high).toBeCloseTo(0.2, 12)
  })
  it('stakes nothing while the interval contains zero', () => {
    expect(betValue(chances, 1.95).stake).toEqual({ units: 0, words: 'no edge shown' })
  })
  it('stakes a quarter of the Kelly share, at most two units', () => {
    // Kelly share of an even bet at p: 2p − 1. A quarter of 6% is 1.5 units of one percent.
    expect(betValue({ win: 0.53, low: 0.51, high: 0.55, push: 0 }, 2).stake.units).toBeCloseTo(1.5, 6)
    expect(betValue({ win: 0.7, low: 0.6, high: 0.8, push: 0 }, 2).stake.units).toBe(2)
  })
  it('breaks even at the break-even of the price, also with pushes', () => {
    for (const push of [0, 0.1]) {
      const win = priceBreakEven(1.8, push)
      expect(betValue({ win, low: win, high: win, push }, 1.8).expected).toBeCloseTo(0, 12)
    }
  })
})
