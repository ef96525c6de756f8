import { describe, expect, it } from 'vitest'
import { closingText, closingValue, savedPriceText } from './price-text.ts'

const PRICED = {
  line: 6.5,
  side: 'UNDER',
  price: -175,
  price_book: 'North',
  no_vig: 47.9,
  closing_price: null,
  closing_no_vig: null,
  closed_at: null,
} as const
const CLOSED = { ...PRICED, closing_price: -190, closing_no_vig: 49.7, closed_at: '2026-07-18T23:05:00Z' }

describe('prices of a recorded line', () => {
  it('before the game: side, line, price and book', () => {
    expect(savedPriceText(PRICED)).toBe('Under 6.5 at −175, North')
    expect(closingText(PRICED)).toBeNull()
  })

  it.each([
    [49.7, 'closed −190 · you beat the line by 1.8 points'],
    [45, 'closed −190 · the line moved 2.9 points against you'],
    [47.9, 'closed −190 · the line has not moved'],
  ])('after the start with a closing chance of %d%%', (closing_no_vig, text) => {
    expect(closingText({ ...CLOSED, closing_no_vig })).toBe(text)
  })

  it('says that no book quoted the line, when it was saved or at the start', () => {
    expect(savedPriceText({ ...PRICED, price: null, no_vig: null })).toBe('No sportsbook price when saved')
    expect(closingText({ ...CLOSED, closing_price: null, closing_no_vig: null })).toBe('no closing price')
  })

  it('has a closing-line value only with both chances', () => {
    expect(closingValue(PRICED)).toBeNull()
    expect(closingValue(CLOSED)).toBeCloseTo(1.8, 9)
  })
})
