import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRIZEPICKS } from '../books/books.ts'
import type { LineForecast } from '../prop/line-forecast.ts'
import { bestOffer, legBreakEven, type OfferedPrice, type PaidLine, reachesBreakEven } from './break-even.ts'
import { breakEven } from './payout.ts'

const FORECAST: LineForecast = {
  call: 'OVER',
  chance: 0.5,
  low: 0.4,
  high: 0.6,
  alone: 0.5,
  push: 0,
  mean: 1.5,
  fairLine: 1.5,
  basis: 'line',
  price: null,
}
const reaches = (
  changes: Partial<LineForecast>,
  line: PaidLine = { oddsType: 'standard' },
  prices: readonly OfferedPrice[] = [],
  own: readonly string[] | null = null,
) => {
  const forecast = { ...FORECAST, ...changes }
  return reachesBreakEven(forecast, bestOffer(forecast, { ...line, line: 1.5 }, prices, own))
}

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
    expect(reaches({ chance: 0.95 }, { oddsType: 'standard', promo: true })).toBe(false)
    expect(reaches({ chance: 0.95 }, { oddsType: 'standard', promo: false })).toBe(true)
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
        expect(reaches({ chance: even, push })).toBe(true)
        expect(reaches({ chance: even - 1e-9, push })).toBe(false)
      }),
    )
  })

  it('refuses 55% without a tie and accepts it where a tie lowers the break-even', () => {
    expect(reaches({ chance: 0.55 })).toBe(false)
    expect(reaches({ chance: 0.55, push: 0.1 })).toBe(true)
  })

  it('refuses goblins and demons without a price at every chance, and a line without a forecast', () => {
    expect(reaches({ chance: 1 }, { oddsType: 'goblin' })).toBe(false)
    expect(reaches({ chance: 1 }, { oddsType: 'demon' })).toBe(false)
    expect(reachesBreakEven(null, { breakEven: 0.5 })).toBe(false)
  })

  it.each(['standard', 'goblin', 'demon'] as const)('N3: compares a %s with its best price', (oddsType) => {
    const best = [{ line: 1.5, book: 'b', title: 'Book', over: 110, under: null }]
    expect(reaches({ chance: 0.48 }, { oddsType }, best)).toBe(true)
    expect(reaches({ chance: 0.47 }, { oddsType }, best)).toBe(false)
  })

  it('takes the best price of the user’s books only, and the payout table without one', () => {
    const price = (book: string, over: number | null) => ({ line: 1.5, book, title: book, over, under: null })
    const prices = [price('a', 100), price('b', 130), price('c', null), { ...price('a', 300), line: 2.5 }]
    const taken = (own: readonly string[] | null) =>
      bestOffer(FORECAST, { oddsType: 'standard', line: 1.5 }, prices, own)?.price ?? null
    expect(taken(null)).toEqual({ book: 'b', odds: 130, confirmedAt: null })
    expect(taken(['a', 'c'])).toEqual({ book: 'a', odds: 100, confirmedAt: null })
    expect([taken(['c']), taken([])]).toEqual([null, null])
    expect(reaches({ chance: 0.45 }, { oddsType: 'goblin' }, prices, ['b'])).toBe(true)
    expect(reaches({ chance: 0.45 }, { oddsType: 'goblin' }, prices, ['a'])).toBe(false)
  })

  it('N3: refuses a probability of the engine alone at every chance', () => {
    expect(reaches({ chance: 0.99, basis: 'model' })).toBe(false)
    expect(reaches({ chance: 0.99, basis: 'constant' })).toBe(true)
  })
})
