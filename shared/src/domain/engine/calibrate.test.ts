import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from './forecast.ts'
import { logit } from './probability.ts'

const chances = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  .map((list) => list.toSorted((a, b) => b - a))
const falling = chances.map((list) => ({ least: 0, atLeast: [1, ...list] }))
const map = fc.record({
  slope: fc.double({ min: 0.1, max: 2, noNaN: true }),
  shifts: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { maxLength: 6 }),
})

describe('calibrate', () => {
  it('returns the same chances for the identity map and without a map', () => {
    const distribution = { least: 0, atLeast: [1, 0.6, 0.2] }
    expect(calibrate(distribution, undefined)).toBe(distribution)
    const same = calibrate(distribution, { slope: 1, shifts: [0] }).atLeast
    expect(same[1]).toBeCloseTo(0.6)
    expect(same[2]).toBeCloseTo(0.2)
  })

  it('shifts each value by its own shift, and later values by the last one', () => {
    const map = { slope: 0.9, shifts: [0.1, -0.2] }
    const { atLeast } = calibrate({ least: 0, atLeast: [1, 0.8, 0.4, 0.1] }, map)
    const expected = [0.9 * logit(0.8) + 0.1, 0.9 * logit(0.4) - 0.2, 0.9 * logit(0.1) - 0.2]
    for (const [at, logOdds] of expected.entries())
      expect(logit(atLeast[at + 1] ?? 0)).toBeCloseTo(logOdds, 12)
  })

  it('keeps the chances between 0 and 1 and in decreasing order', () => {
    fc.assert(
      fc.property(falling, map, (distribution, by) => {
        const { atLeast } = calibrate(distribution, by)
        expect(atLeast[0]).toBe(1)
        for (const [at, chance] of atLeast.entries()) {
          expect(chance).toBeGreaterThanOrEqual(0)
          expect(chance).toBeLessThanOrEqual(atLeast[at - 1] ?? 1)
        }
      }),
    )
  })
})
