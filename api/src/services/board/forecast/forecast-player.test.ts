import { statForecastSchema } from '@propsight/shared/contracts'
import type { StatForecast } from '@propsight/shared/domain/engine'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toForecastWire } from './forecast-player.ts'

const forecast = (atLeast: readonly number[], least = 0): StatForecast => {
  const distribution = { least, atLeast }
  return {
    stat: 'Hits',
    distribution,
    low: distribution,
    high: distribution,
    mean: 1.234567,
    fairLine: 0.5,
    range80: { low: 0, high: 2 },
  }
}

describe('a serialized forecast', () => {
  it('has four decimals and ends before the first zero', () => {
    expect(toForecastWire(forecast([1, 0.654321, 0.00004, 0.00001]))).toEqual({
      stat: 'Hits',
      distribution: { least: 0, atLeast: [1, 0.6543] },
      low: { least: 0, atLeast: [1, 0.6543] },
      high: { least: 0, atLeast: [1, 0.6543] },
      mean: 1.2346,
    })
  })
  it('never rises and fits its schema for any engine output', () => {
    const chances = fc.array(fc.double({ min: -0.5, max: 1.5, noNaN: true }), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(chances, fc.integer({ min: -20, max: 5 }), (atLeast, least) => {
        const wire = toForecastWire(forecast(atLeast, least))
        if (!wire) return
        const sent = statForecastSchema.parse(wire).distribution.atLeast
        expect(sent).toEqual(sent.toSorted((a, b) => b - a))
      }),
    )
  })
  it.each([
    ['a chance that is NaN', forecast([1, Number.NaN])],
    ['an infinite chance', forecast([1, Number.POSITIVE_INFINITY])],
    ['a fractional least value', forecast([1], 0.5)],
    ['no chances', forecast([])],
    ['a mean that is NaN', { ...forecast([1]), mean: Number.NaN }],
  ])('is null with %s', (_, bad) => {
    expect(toForecastWire(bad)).toBeNull()
  })
})
