import type { Quote } from '@propsight/shared/domain/odds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findTwoSided } from './two-sided.ts'

const quote = (book: string, line: number, over: number | null, under: number | null): Quote => ({
  book,
  line,
  over,
  under,
})

describe('bets on both sides of one line', () => {
  it('are at the best prices, with stakes that pay the same', () => {
    const { sameLine } = findTwoSided(
      [quote('a', 5.5, 2.1, 1.75), quote('b', 5.5, 1.8, 2.05), quote('c', 4.5, 1.5, null)],
      'shin',
    )
    expect([sameLine?.over.book, sameLine?.under.book]).toEqual(['a', 'b'])
    // 1 / (1 / 2.1 + 1 / 2.05) − 1
    expect(sameLine?.profit).toBeCloseTo(0.037349, 6)
    expect((sameLine?.overShare ?? 0) * 2.1).toBeCloseTo(1.037349, 6)
    expect((1 - (sameLine?.overShare ?? 0)) * 2.05).toBeCloseTo(1.037349, 6)
  })

  it('use only the books of the user', () => {
    const quotes = [quote('a', 5.5, 2.1, 1.75), quote('b', 5.5, 1.8, 2.05)]
    expect(findTwoSided(quotes, 'shin', ['a']).sameLine?.under.book).toBe('a')
    expect(findTwoSided(quotes, 'shin', ['c']).sameLine).toBeNull()
  })

  it('pay the same whichever side wins, for any prices', () => {
    const price = fc.double({ min: 1.05, max: 12, noNaN: true })
    fc.assert(
      fc.property(price, price, (over, under) => {
        const { sameLine } = findTwoSided([quote('a', 5.5, over, under)], 'shin')
        const share = sameLine?.overShare ?? Number.NaN
        expect(share * over).toBeCloseTo((1 - share) * under, 9)
        expect(share * over - 1).toBeCloseTo(sameLine?.profit ?? Number.NaN, 9)
      }),
    )
  })
})

describe('a middle', () => {
  const books = [quote('a', 5.5, 1.9, 1.9), quote('b', 6.5, 2.4, 1.62), quote('c', 6.5, 2.2, 1.95)]
  it('is an over below an under, with the chance of the books that both win', () => {
    const { middle } = findTwoSided(books, 'proportional')
    expect([middle?.over.book, middle?.under.book]).toEqual(['a', 'c'])
    // 1 / 1.9 + 1 / 1.95 − 1
    expect(middle?.breakEven).toBeCloseTo(0.039136, 6)
    // One half at 5.5; at 6.5 the mean of 1.62 / (2.4 + 1.62) and 1.95 / (2.2 + 1.95)
    expect(middle?.middle).toBeCloseTo(0.5 - (0.402985 + 0.46988) / 2, 5)
  })

  it('needs books that offer both sides of both lines, and a break-even that lines can reach', () => {
    expect(findTwoSided([quote('a', 5.5, 1.9, null), ...books.slice(1)], 'shin').middle).toBeNull()
    expect(findTwoSided([quote('a', 5.5, 1.3, 3.2), ...books.slice(1)], 'shin').middle).toBeNull()
  })

  it('breaks even at its break-even chance', () => {
    const { middle } = findTwoSided(books, 'shin')
    const { profit = 0, breakEven } = middle ?? {}
    expect((1 + (breakEven ?? 0)) * (1 + profit) - 1).toBeCloseTo(0, 9)
  })
})
