import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trend } from '../trend.ts'

describe('trend', () => {
  it('N10: compares the last 5 games with the last 10, with a margin of 0.05', () => {
    expect(trend([9, 9, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toEqual({ short: 1, long: 0.5, direction: 'up' })
    expect(trend([1, 1, 1, 1, 1, 0, 0, 0, 0, 0])?.direction).toBe('down')
    expect(trend([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])?.direction).toBe('flat')
  })

  it('N10: is flat at exactly the margin, despite floating-point error', () => {
    const half = [1, 1, 0, 1, 1, 1, 1, 0] // 0.8 against 0.75
    for (let more = 0; more < 40; more++) {
      expect(trend(half.map((value) => value + more))?.direction).toBe('flat')
      expect(trend(half.map((value) => more - value))?.direction).toBe('flat')
    }
  })

  it('is null while both averages cover the same games', () => {
    expect(trend([])).toBeNull()
    expect(trend([1, 2, 3, 4, 5])).toBeNull()
    expect(trend([1, 2, 3, 4, 5, 6])).not.toBeNull()
  })

  it('N10: does not change when every value increases by the same amount', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10), { minLength: 6, maxLength: 25 }), fc.nat(5), (values, more) => {
        expect(trend(values.map((value) => value + more))?.direction).toBe(trend(values)?.direction)
      }),
      { numRuns: 2_000 },
    )
  })
})
