import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from './wilson.ts'

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
