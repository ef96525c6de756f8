import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRIZEPICKS } from '../books/prizepicks.ts'
import { legBreakEven, reachesBreakEven } from './break-even.ts'
import { breakEven } from './payout.ts'

describe('break-even of a leg', () => {
  it('N3: is 57.7% for a line that cannot tie', () => {
    expect(legBreakEven({ oddsType: 'standard' })).toBeCloseTo(0.57735, 5)
    expect(legBreakEven({ oddsType: 'standard' })).toBeCloseTo(
      breakEven(PRIZEPICKS.payouts, 'power', 2) ?? Number.NaN,
      9,
    )
  })

  it('is null for a promotional line, which never reaches it', () => {
    expect(legBreakEven({ oddsType: 'standard', promo: true })).toBeNull()
    expect(reachesBreakEven({ chance: 0.95, push: 0 }, { oddsType: 'standard', promo: true })).toBe(false)
    expect(reachesBreakEven({ chance: 0.95, push: 0 }, { oddsType: 'standard', promo: false })).toBe(true)
  })

  it('is null for goblins and demons', () => {
    expect([legBreakEven({ oddsType: 'goblin' }), legBreakEven({ oddsType: 'demon' }, 0.2)]).toEqual([
      null,
      null,
    ])
  })

  it('gives an entry of two such legs an expected value of its stake, including ties', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (push) => {
        const win = legBreakEven({ oddsType: 'standard' }, push) ?? Number.NaN
        expect(3 * win * win + 3 * win * push + push * push).toBeCloseTo(1, 9)
        expect(win).toBeGreaterThanOrEqual(-1e-12)
        expect(win + push).toBeLessThanOrEqual(1 + 1e-9)
      }),
    )
  })
})

describe('the rule of recommendations', () => {
  it('accepts a side at its break-even and refuses a side just below it, with any chance to tie', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.9, noNaN: true }), (push) => {
        const even = legBreakEven({ oddsType: 'standard' }, push) ?? Number.NaN
        expect(reachesBreakEven({ chance: even, push }, { oddsType: 'standard' })).toBe(true)
        expect(reachesBreakEven({ chance: even - 1e-9, push }, { oddsType: 'standard' })).toBe(false)
      }),
    )
  })

  it('refuses 55% without a tie and accepts it where a tie lowers the break-even', () => {
    expect(reachesBreakEven({ chance: 0.55, push: 0 }, { oddsType: 'standard' })).toBe(false)
    expect(reachesBreakEven({ chance: 0.55, push: 0.1 }, { oddsType: 'standard' })).toBe(true)
  })

  it('refuses goblins and demons at every chance, and a line without a forecast', () => {
    expect(reachesBreakEven({ chance: 1, push: 0 }, { oddsType: 'goblin' })).toBe(false)
    expect(reachesBreakEven({ chance: 1, push: 0 }, { oddsType: 'demon' })).toBe(false)
    expect(reachesBreakEven(null, { oddsType: 'standard' })).toBe(false)
  })
})
