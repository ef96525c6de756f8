import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakEven, legBreakEven } from './break-even.ts'
import { PRIZEPICKS_PAYOUTS } from './payout.ts'

describe('break-even of a leg', () => {
  it('N3: is 57.7% for a line that cannot tie', () => {
    expect(legBreakEven('standard')).toBeCloseTo(0.57735, 5)
    expect(legBreakEven('standard')).toBeCloseTo(breakEven(PRIZEPICKS_PAYOUTS, 'power', 2) ?? Number.NaN, 9)
  })

  it('is null for goblins and demons', () => {
    expect([legBreakEven('goblin'), legBreakEven('demon', 0.2)]).toEqual([null, null])
  })

  it('gives an entry of two such legs an expected value of its stake, including ties', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (push) => {
        const win = legBreakEven('standard', push) ?? Number.NaN
        expect(3 * win * win + 3 * win * push + push * push).toBeCloseTo(1, 9)
        expect(win).toBeGreaterThanOrEqual(-1e-12)
        expect(win + push).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})
