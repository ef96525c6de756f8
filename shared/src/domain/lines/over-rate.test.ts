import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overRate } from './over-rate.ts'

describe('overRate', () => {
  it('counts the last games of the window only', () => {
    expect(overRate([9, 9, 0, 2, 2], 1.5, 3)).toEqual({ over: 2, under: 1, push: 0, games: 3, rate: 2 / 3 })
  })

  it('excludes pushes from the rate and counts them separately', () => {
    expect(overRate([2, 1, 0, 5, 2, 1, 1, 0, 3, 1], 2, 10)).toEqual({
      over: 2,
      under: 6,
      push: 2,
      games: 10,
      rate: 0.25,
    })
  })

  it('returns no rate without a decided game', () => {
    expect(overRate([], 1.5, 10).rate).toBeNull()
    expect(overRate([2, 2], 2, 10)).toMatchObject({ push: 2, rate: null })
    expect(overRate([2, 2], 1.5, 0)).toMatchObject({ games: 0, rate: null })
  })

  it('N10: has parts that sum to the games, a rate from 0 to 1, and mirrors with the values', () => {
    const halves = fc.integer({ min: 0, max: 20 }).map((half) => half / 2)
    fc.assert(
      fc.property(fc.array(fc.nat(10), { maxLength: 40 }), halves, fc.nat(25), (values, line, window) => {
        const found = overRate(values, line, window)
        expect(found.over + found.under + found.push).toBe(found.games)
        expect(found.games).toBe(Math.min(window, values.length))
        const mirrored = overRate(
          values.map((value) => -value),
          -line,
          window,
        )
        expect([mirrored.over, mirrored.under]).toEqual([found.under, found.over])
        if (found.rate !== null) {
          expect(found.rate).toBeGreaterThanOrEqual(0)
          expect(found.rate).toBeLessThanOrEqual(1)
          expect(found.rate + (mirrored.rate ?? Number.NaN)).toBeCloseTo(1)
        }
      }),
    )
  })

  it('does not decrease when the line decreases', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10), { minLength: 1, maxLength: 25 }), fc.nat(9), (values, whole) => {
        const high = overRate(values, whole + 0.5, 25).rate ?? 0
        const low = overRate(values, whole - 0.5, 25).rate ?? 0
        expect(low).toBeGreaterThanOrEqual(high)
      }),
    )
  })
})
