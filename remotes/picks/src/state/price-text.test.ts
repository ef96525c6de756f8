import { describe, expect, it } from 'vitest'
import { closingValue, priceText } from './price-text.ts'

const PRICED = {
  price: 105,
  price_book: 'North',
  no_vig: 47.9,
  closing_price: null,
  closing_no_vig: null,
  closed_at: null,
}

describe('prices of a recorded line', () => {
  it('before the game: best price, book and chance without margin', () => {
    expect(priceText(PRICED)).toBe('+105 at North, 47.9% without margin')
    expect(closingValue(PRICED)).toBeNull()
  })
  it('after the start: closing price and movement toward the side', () => {
    const closed = { ...PRICED, closing_price: -102, closing_no_vig: 49.7, closed_at: '2026-07-18T23:05:00Z' }
    expect(priceText(closed)).toBe('+105 at North, 47.9% without margin · closed −102, +1.8 points')
    expect(closingValue(closed)).toBeCloseTo(1.8, 9)
  })
  it('a line without a quote at the start says so', () => {
    expect(priceText({ ...PRICED, closed_at: '2026-07-18T23:05:00Z' })).toBe(
      '+105 at North, 47.9% without margin · no closing price',
    )
  })
  it('a line without prices has no text', () => {
    expect(priceText({ ...PRICED, price: null, price_book: null, no_vig: null })).toBeNull()
  })
})
