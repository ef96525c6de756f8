import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Distribution, lineOdds } from '../engine/forecast.ts'
import { basisText, confidencePercent } from '../grades.ts'
import { fairLine, lineForecast } from './line-forecast.ts'

const from = (...atLeast: number[]): Distribution => ({ least: 0, atLeast })
/** Hits of a good batter, with the ends of the uncertainty band. */
const HITS = { distribution: from(1, 0.63, 0.23, 0.05), low: from(1, 0.57, 0.19), high: from(1, 0.69, 0.28) }
const forecast = HITS
const at = (line: number, oddsType: 'standard' | 'goblin' | 'demon') =>
  lineForecast(forecast, { line, oddsType })

const distribution = fc
  .tuple(
    fc.integer({ min: -30, max: 3 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 40 }),
  )
  .map(([least, chances]) => ({ least, atLeast: [1, ...chances.toSorted((a, b) => b - a)] }))

describe('forecast of a line', () => {
  it('N3: calls the likelier side with its chance and interval', () => {
    expect(at(0.5, 'standard')).toMatchObject({ call: 'OVER', push: 0 })
    const shown = at(0.5, 'standard')
    expect([shown.chance, shown.low, shown.high].map(confidencePercent)).toEqual([63, 57, 69])
    expect(shown.mean).toBeCloseTo(0.91, 9)
    const under = at(1.5, 'standard')
    expect(under.call).toBe('UNDER')
    expect([under.chance, under.low, under.high].map(confidencePercent)).toEqual([77, 72, 81])
  })

  it('counts a push for neither side', () => {
    const whole = at(1, 'standard')
    expect(whole.call).toBe('UNDER')
    expect([whole.chance, whole.push].map(confidencePercent)).toEqual([37, 40])
  })

  it('never calls UNDER for a goblin or demon, and returns the chance of the over', () => {
    const demon = at(1.5, 'demon')
    expect(demon.call).toBeNull()
    expect([demon.chance, demon.low, demon.high].map(confidencePercent)).toEqual([23, 19, 28])
    expect(at(0.5, 'goblin').call).toBe('OVER')
  })

  it('is seen from a given side, even the less likely one', () => {
    const under = lineForecast(forecast, { line: 0.5, oddsType: 'standard' }, 'UNDER')
    expect([under.call, confidencePercent(under.chance)]).toEqual(['UNDER', 37])
  })

  it('is read from the shown market, next to the chance of the engine alone', () => {
    const prices = [
      { line: 1.5, books: 8, minutes: 2 },
      { line: 0.5, books: 1, minutes: null },
    ]
    const shown = { ...HITS, distribution: from(1, 0.7, 0.4), basis: 'price' as const, prices }
    const under = lineForecast({ ...forecast, shown }, { line: 1.5, oddsType: 'standard' })
    expect([under.chance, under.alone].map(confidencePercent)).toEqual([60, 77])
    expect(under.mean).toBeCloseTo(1.1, 9)
    expect(under).toMatchObject({ basis: 'price', price: prices[0] })
    expect(lineForecast({ ...forecast, shown }, { line: 0.5, oddsType: 'own' }).price).toBe(prices[1])
    // Of equally near lines the one of most books, which is first.
    expect(lineForecast({ ...forecast, shown }, { line: 1, oddsType: 'own' }).price).toBe(prices[0])
    expect(at(0.5, 'standard')).toMatchObject({ basis: 'model', price: null })
  })

  it.each([
    [{ basis: 'price', price: { line: 1.5, books: 8, minutes: 2 } }, 3, '8 books, 3 min'],
    [{ basis: 'price', price: { line: 0.5, books: 1, minutes: 2 } }, null, '1 book at 0.5'],
    [{ basis: 'line', price: null }, null, 'line only'],
    [{ basis: 'constant', price: null }, null, 'the line is all that is known'],
    [{ basis: 'model', price: null }, null, 'model alone'],
  ] as const)('says what it rests on: %j at the age %j', (rests, age, text) =>
    expect(basisText(rests, 1.5, age)).toBe(text),
  )

  it('keeps the chance inside its interval for any band', () => {
    fc.assert(
      fc.property(
        distribution,
        distribution,
        distribution,
        fc.integer({ min: 0, max: 60 }),
        (a, b, c, twice) => {
          const forecastOfLine = lineForecast(
            { distribution: a, low: b, high: c },
            { line: twice / 2, oddsType: 'standard' },
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
