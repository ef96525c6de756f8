import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lengthOf, progressAt } from './pace.ts'

/** Seventeen half innings of four or five plate appearances. */
const HALVES = Array.from({ length: 17 }, (_, half) =>
  Array<number>(half % 2 === 0 ? 4 : 5).fill(half),
).flat()

describe('pace of a game', () => {
  it('gives a game of 76 plate appearances a length of 155 to 175 minutes', () => {
    expect(HALVES).toHaveLength(76)
    expect(lengthOf(HALVES)).toBeGreaterThan(155)
    expect(lengthOf(HALVES)).toBeLessThan(175)
    expect(progressAt(HALVES, 0)).toEqual({ plates: 0, between: false })
    expect(progressAt(HALVES, lengthOf(HALVES) + 1)).toEqual({ plates: 76, between: false })
  })

  it('never takes a plate appearance back and pauses only between half innings', () => {
    const minute = fc.double({ min: 0, max: 200, noNaN: true })
    fc.assert(
      fc.property(minute, minute, (one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        const [before, after] = [progressAt(HALVES, early), progressAt(HALVES, late)]
        expect(after.plates).toBeGreaterThanOrEqual(before.plates)
        if (before.between) expect(HALVES[before.plates]).not.toBe(HALVES[before.plates - 1])
      }),
    )
  })
})
