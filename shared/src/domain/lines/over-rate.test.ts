import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overRate, sideCountsText, sideRate, wilson } from './hit-rates.ts'

describe('Wilson interval', () => {
  it('is 49 to 94% for 8 of 10', () => {
    const { low, high } = wilson(8, 10) ?? { low: 0, high: 0 }
    expect([Math.round(low * 100), Math.round(high * 100)]).toEqual([49, 94])
  })

  it('contains the proportion, stays from 0 to 1 and narrows with the sample', () => {
    const tried = fc
      .integer({ min: 1, max: 60 })
      .chain((trials) => fc.tuple(fc.nat(trials), fc.constant(trials)))
    fc.assert(
      fc.property(tried, ([hits, trials]) => {
        const few = wilson(hits, trials) ?? { low: Number.NaN, high: Number.NaN }
        const many = wilson(hits * 4, trials * 4) ?? { low: Number.NaN, high: Number.NaN }
        expect(few.low).toBeGreaterThanOrEqual(0)
        expect(few.high).toBeLessThanOrEqual(1)
        expect(few.low).toBeLessThanOrEqual(hits / trials + 1e-9)
        expect(few.high).toBeGreaterThanOrEqual(hits / trials - 1e-9)
        expect(many.high - many.low).toBeLessThan(few.high - few.low)
      }),
    )
  })

  it('is null without trials', () => {
    expect(wilson(0, 0)).toBeNull()
  })
})

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
      fc.property(fc.array(fc.nat(10), { minLength: 1, maxLength: 25 }), fc.nat(9), (values, threshold) => {
        const high = overRate(values, threshold + 0.5, 25).rate ?? 0
        const low = overRate(values, threshold - 0.5, 25).rate ?? 0
        expect(low).toBeGreaterThanOrEqual(high)
      }),
    )
  })
})

describe('the rate of a side', () => {
  const counts = { over: 2, under: 8, push: 1 }
  it('counts the unders of a call of UNDER, and the overs otherwise', () => {
    expect(sideRate(counts, 'UNDER')).toEqual({ hits: 8, decided: 10, rate: 0.8 })
    expect(sideRate(counts, 'OVER')).toEqual({ hits: 2, decided: 10, rate: 0.2 })
    expect(sideRate(counts, null)).toEqual(sideRate(counts, 'OVER'))
    expect(sideRate({ over: 0, under: 0 }, 'UNDER').rate).toBeNull()
  })
  it('is written with its side and the pushes', () => {
    expect(sideCountsText(counts, 'UNDER')).toBe('8 of 10 under · 1 push')
    expect(sideCountsText({ ...counts, push: 0 }, null)).toBe('2 of 10 over')
  })
})
