import { describe, expect, it } from 'vitest'
import { CREDIT_PACKAGES, EXTRA_PACK_CREDITS, NO_PRICE_YET } from './credit-packages.ts'

describe('S10 packages', () => {
  it('are Weekly 30, Monthly 120 and Yearly 1,440 credits, in this order and without a price', () => {
    expect(CREDIT_PACKAGES.map(({ label, credits, badge, off }) => [label, credits, badge, off])).toEqual([
      ['Weekly', 30, null, null],
      ['Monthly', 120, 'Most Popular', '35% OFF'],
      ['Yearly', 1_440, null, '46% OFF'],
    ])
    expect(EXTRA_PACK_CREDITS).toBe(30)
    expect(NO_PRICE_YET).toBe('TBD')
  })
})
