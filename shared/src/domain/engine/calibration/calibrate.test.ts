import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from './calibrate.ts'

const falling = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  .map((chances) => ({ least: 0, atLeast: [1, ...chances.toSorted((a, b) => b - a)] }))
const map = fc.record({
  slope: fc.double({ min: 0.5, max: 2, noNaN: true }),
  shift: fc.double({ min: -1, max: 1, noNaN: true }),
})

describe('calibrate', () => {
  it('changes nothing by the identity, nor without a map', () => {
    const distribution = { least: 0, atLeast: [1, 0.6, 0.2] }
    expect(calibrate(distribution, undefined)).toBe(distribution)
    const same = calibrate(distribution, { slope: 1, shift: 0 }).atLeast
    expect(same[1]).toBeCloseTo(0.6)
    expect(same[2]).toBeCloseTo(0.2)
  })

  it('keeps every chance a chance, and their order', () => {
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
