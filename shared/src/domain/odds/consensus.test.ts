import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bestOdds,
  bestQuote,
  consensusLine,
  findOutOfLine,
  isStaleQuote,
  lineConsensus,
  noVigOver,
  type Quote,
  withoutOutOfLine,
} from './consensus.ts'
import { decimalOdds } from './odds.ts'

const quote = (book: string, line: number, over: number | null, under: number | null): Quote => ({
  book,
  line,
  over: over === null ? null : decimalOdds(over),
  under: under === null ? null : decimalOdds(under),
})

const QUOTES = [
  quote('north', 5.5, -110, -110),
  quote('north', 6.5, 180, -230),
  quote('south', 5.5, -125, 105),
  quote('south', 4.5, -300, 230),
  quote('east', 6.5, 120, -140),
  quote('west', 5.5, 115, null),
]

describe('consensusLine', () => {
  it('is the line that most books have as their main line', () => {
    expect(consensusLine(QUOTES)).toBe(5.5)
  })
  it('is the more quoted of two equally frequent main lines', () => {
    const tied = [
      quote('a', 5.5, -110, -110),
      quote('b', 6.5, -105, -115),
      quote('c', 5.5, -150, 130),
      quote('c', 7.5, -110, -110),
    ]
    expect(consensusLine(tied)).toBe(5.5)
  })
  it('is null without quotes', () => {
    expect(consensusLine([])).toBeNull()
  })
})

describe('prices at a line', () => {
  it('the chance without margin is the mean over the books with both sides', () => {
    const south = 1 / decimalOdds(-125) / (1 / decimalOdds(-125) + 1 / decimalOdds(105))
    expect(noVigOver(QUOTES, 5.5, 'proportional')).toBeCloseTo((0.5 + south) / 2, 12)
    expect(lineConsensus(QUOTES, 5.5, 'proportional')?.spread).toBeCloseTo(south - 0.5, 12)
  })
  it('the spread of a single book is unknown', () => {
    expect(lineConsensus(QUOTES, 4.5, 'shin')?.spread).toBeNull()
  })
  it('the best price of a side includes books that offer only this side', () => {
    expect(bestQuote(QUOTES, 5.5, 'over')?.book).toBe('west')
    expect(bestOdds(QUOTES, 5.5, 'under')).toBeCloseTo(2.05, 12)
    expect(bestOdds(QUOTES, 9.5, 'over')).toBeNull()
  })
})

describe('findOutOfLine', () => {
  const even = [quote('a', 5.5, -115, -115), quote('b', 5.5, -110, -120)]
  const booksOutOfLine = (quotes: readonly Quote[]) => [...findOutOfLine(quotes)].map(({ book }) => book)

  it.each([
    ['a market that is being closed', quote('c', 5.5, -100_000, 5_000)],
    ['the other side of it', quote('c', 5.5, 5_000, -100_000)],
    ['one side alone', quote('c', 5.5, 2_500, null)],
    ['the under alone', quote('c', 5.5, null, 2_500)],
    ['a price ten times too high', quote('c', 5.5, 1_100, -1_200)],
    ['a side that is being closed', quote('c', 5.5, 105, -2_000)],
    ['two sides that nobody can take', quote('c', 5.5, -5_000, -5_000)],
    ['two sides that both pay too much', quote('c', 5.5, 150, 150)],
  ])('finds %s, which counts neither as best nor in the consensus', (_, far) => {
    const quotes = [...even, far]
    expect(booksOutOfLine(quotes)).toEqual(['c'])
    const credible = withoutOutOfLine(quotes)
    expect(bestQuote(credible, 5.5, 'under')?.book).not.toBe('c')
    expect(lineConsensus(credible, 5.5, 'shin')).toEqual(lineConsensus(even, 5.5, 'shin'))
  })
  it('finds a book whose sides contradict each other, also where no other book has the line', () => {
    expect(booksOutOfLine([quote('a', 5.5, -9_000, -11_000)])).toEqual(['a'])
    expect(booksOutOfLine([quote('a', 5.5, -115, -115), quote('b', 5.5, 105, -2_000)])).toEqual(['b'])
  })
  it('finds both of two books that contradict each other, and no single book', () => {
    const [one, far] = [quote('a', 5.5, -115, -115), quote('b', 5.5, -100_000, 5_000)]
    expect(booksOutOfLine([one, far])).toEqual(['a', 'b'])
    expect(booksOutOfLine([far])).toEqual([])
  })
  it('compares the prices of one line only', () => {
    expect(booksOutOfLine([...even, quote('c', 9.5, 5_000, -100_000)])).toEqual([])
  })
  it('finds exactly the far book among books that agree, whatever their price', () => {
    const near = fc.array(fc.double({ min: -0.3, max: 0.3, noNaN: true }), { minLength: 2, maxLength: 8 })
    const fair = (book: string, logOdds: number): Quote => ({
      book,
      line: 5.5,
      over: 1 + Math.exp(-logOdds),
      under: 1 + Math.exp(logOdds),
    })
    fc.assert(
      fc.property(
        near,
        fc.double({ min: -2.5, max: 2.5, noNaN: true }),
        fc.double({ min: 2, max: 6, noNaN: true }),
        fc.constantFrom(-1, 1),
        (offsets, level, distance, sign) => {
          const books = offsets.map((offset, index) => fair(`near ${index}`, level + offset))
          const far = fair('far', level + sign * distance)
          expect(booksOutOfLine(books)).toEqual([])
          expect(booksOutOfLine([...books, far])).toEqual(['far'])
        },
      ),
    )
  })
})

describe('isStaleQuote', () => {
  const now = Date.parse('2026-07-18T20:00:00Z')
  it('is true from half an hour after the last update on', () => {
    expect(isStaleQuote('2026-07-18T19:30:00Z', now)).toBe(false)
    expect(isStaleQuote('2026-07-18T19:29:59Z', now)).toBe(true)
  })
})
