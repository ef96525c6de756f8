import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Distribution, lineOdds } from '../engine/distribution.ts'
import { confidencePercent, fairLine, lineForecast } from './line-forecast.ts'

const from = (...atLeast: number[]): Distribution => ({ least: 0, atLeast })
/** Hits of a good batter, with the ends of the uncertainty band. */
const HITS = { distribution: from(1, 0.63, 0.23, 0.05), low: from(1, 0.57, 0.19), high: from(1, 0.69, 0.28) }
const forecast = { ...HITS, mean: 0.91 }

const distribution = fc
  .tuple(
    fc.integer({ min: -30, max: 3 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
  )
  .map(([least, chances]) => ({ least, atLeast: [1, ...chances.toSorted((a, b) => b - a)] }))

describe('forecast of a line', () => {
  it('N3: calls the likelier side with its chance and interval', () => {
    expect(lineForecast(forecast, 0.5, 'standard')).toMatchObject({
      call: 'OVER',
      chance: 0.63,
      low: 0.57,
      high: 0.69,
      push: 0,
      mean: 0.91,
    })
    const under = lineForecast(forecast, 1.5, 'standard')
    expect(under.call).toBe('UNDER')
    expect([under.chance, under.low, under.high].map(confidencePercent)).toEqual([77, 72, 81])
  })

  it('counts a push for neither side', () => {
    const at = lineForecast(forecast, 1, 'standard')
    expect([at.call, at.chance, at.push]).toEqual(['UNDER', 0.37, 0.4])
  })

  it('never calls UNDER for a goblin or demon, and returns the chance of the over', () => {
    expect(lineForecast(forecast, 1.5, 'demon')).toMatchObject({
      call: null,
      chance: 0.23,
      low: 0.19,
      high: 0.28,
    })
    expect(lineForecast(forecast, 0.5, 'goblin').call).toBe('OVER')
  })

  it('keeps the chance inside its interval for any band', () => {
    fc.assert(
      fc.property(
        distribution,
        distribution,
        distribution,
        fc.integer({ min: 0, max: 60 }),
        (a, b, c, twice) => {
          const forecastOfLine = lineForecast(
            { distribution: a, low: b, high: c, mean: 1 },
            twice / 2,
            'standard',
          )
          expect(forecastOfLine.low).toBeLessThanOrEqual(forecastOfLine.chance)
          expect(forecastOfLine.high).toBeGreaterThanOrEqual(forecastOfLine.chance)
          expect(confidencePercent(forecastOfLine.chance)).toBeGreaterThanOrEqual(0)
          expect(confidencePercent(forecastOfLine.chance)).toBeLessThanOrEqual(100)
        },
      ),
    )
  })
})

describe('fair line', () => {
  it.each([
    // P(over 0.5) is 63% and P(over 1.5) 23%: even is 13 of these 40 points below the first.
    [from(1, 0.63, 0.23), 0.825],
    [from(1, 0.5, 0.1), 0.5],
    [from(1, 0.12), 0.068],
    [from(1), 0],
    [{ least: -3, atLeast: [1, 0.8, 0.4] }, -1.75],
  ])('of %j is %d', (input, fair) => {
    expect(fairLine(input)).toBeCloseTo(fair, 3)
  })

  it('is within 0.5 of the half line nearest to even', () => {
    fc.assert(
      fc.property(distribution, (generated) => {
        const halves = Array.from({ length: 45 }, (_, index) => generated.least - 0.5 + index)
        const apart = (line: number) => Math.abs(lineOdds(generated, line).over - 0.5)
        const best = Math.min(...halves.map(apart))
        const nearest = halves.filter((line) => apart(line) === best)
        expect(Math.min(...nearest.map((line) => Math.abs(line - fairLine(generated))))).toBeLessThanOrEqual(
          0.5 + 1e-9,
        )
      }),
    )
  })
})
