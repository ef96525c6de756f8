import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logit } from '../log-odds.ts'
import { calibrate } from './calibrate.ts'

const chances = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 })
  .map((list) => list.toSorted((a, b) => b - a))
const falling = chances.map((list) => ({ least: 0, atLeast: [1, ...list] }))
const map = fc.record({
  slope: fc.double({ min: 0, max: 1, noNaN: true }),
  typical: fc
    .array(fc.double({ min: -6, max: 6, noNaN: true }), { maxLength: 6 })
    .map((list) => list.toSorted((a, b) => b - a)),
})

describe('calibrate', () => {
  it('changes nothing by the identity, nor without a map', () => {
    const distribution = { least: 0, atLeast: [1, 0.6, 0.2] }
    expect(calibrate(distribution, undefined)).toBe(distribution)
    const same = calibrate(distribution, { slope: 1, typical: [0, -1] }).atLeast
    expect(same[1]).toBeCloseTo(0.6)
    expect(same[2]).toBeCloseTo(0.2)
  })

  it('leaves a typical batter where he is, and pulls the others toward him', () => {
    const typical = [logit(0.6), logit(0.2)]
    const pulled = (atLeast: number[]) => calibrate({ least: 0, atLeast }, { slope: 0.9, typical }).atLeast
    expect(pulled([1, 0.6, 0.2])[1]).toBeCloseTo(0.6, 12)
    expect(pulled([1, 0.6, 0.2])[2]).toBeCloseTo(0.2, 12)
    const [, above = 1, below = 0] = pulled([1, 0.8, 0.1])
    expect(logit(above) - logit(0.6)).toBeCloseTo(0.9 * (logit(0.8) - logit(0.6)), 12)
    expect(logit(below) - logit(0.2)).toBeCloseTo(0.9 * (logit(0.1) - logit(0.2)), 12)
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
