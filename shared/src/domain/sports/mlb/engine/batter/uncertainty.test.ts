import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { widenBand } from './uncertainty.ts'

const of = (atLeast: readonly number[]) => ({ least: 0, atLeast })

describe('widenBand', () => {
  it('widens a certain band and adds independent errors in quadrature', () => {
    const even = of([1, 0.5])
    expect(widenBand(even, even, -1).atLeast[1]).toBeCloseTo(0.4744, 4)
    expect(widenBand(even, even, 1).atLeast[1]).toBeCloseTo(0.5256, 4)
    // Errors of 3 and 2.5 points add to 4, not 5.5.
    expect(widenBand(even, of([1, 0.47]), -1).atLeast[1]).toBeCloseTo(0.4605, 3)
  })

  it('keeps the chances in decreasing order', () => {
    const falling = fc
      .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
      .map((chances) => of([1, ...chances.toSorted((a, b) => b - a)]))
    fc.assert(
      fc.property(falling, falling, fc.constantFrom(-1 as const, 1 as const), (middle, end, side) => {
        const { atLeast } = widenBand(middle, end, side)
        expect(atLeast.every((p, at) => p >= 0 && p <= (atLeast[at - 1] ?? 1) + 1e-12)).toBe(true)
      }),
    )
  })
})
