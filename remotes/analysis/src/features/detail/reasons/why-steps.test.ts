import { lineForecast, lineOdds, type PricedLine } from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsText, tenthsPercent } from '../labels.ts'
import { OFFERED_LINE, PRICES, whyScale, whySteps, withEvidence } from './why-steps.ts'

const distribution = fc
  .array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
  .map((chances) => ({ least: 0, atLeast: [1, ...chances.toSorted((a, b) => b - a)] }))
const steps = fc.array(
  distribution.map((one) => ({ factor: 'any', note: null, distribution: one })),
  { minLength: 1, maxLength: 12 },
)
const line = fc.integer({ min: 1, max: 20 }).map((half) => half / 2)
const number = (text: string): number => Number(text.replace('−', '-').replace('%', ''))

describe('N12: the factors of a probability', () => {
  it('sum in displayed points to the displayed probability, for any line and side', () => {
    fc.assert(
      fc.property(steps, line, fc.constantFrom('OVER' as const, 'UNDER' as const), (factors, at, side) => {
        const result = whySteps(factors, at, side)
        const shown = result.map(({ points }, index) =>
          number(index === 0 ? tenthsPercent(points) : pointsText(points)),
        )
        const last = factors.at(-1)
        const odds = last && lineOdds(last.distribution, at)
        const chance = odds ? odds[side === 'OVER' ? 'over' : 'under'] : 0
        const sum = shown.reduce((total, one) => total + one, 0)
        // Compares whole tenths, since a sum of decimals has rounding errors; `+ 0` turns -0 into 0.
        expect(Math.round(sum * 10) + 0).toBe(Math.round(chance * 1000))
      }),
    )
  })
  it('favor the same side, whether the probability of the over or of the under is shown', () => {
    const to = (chance: number) => ({
      factor: 'f',
      note: null,
      distribution: { least: 0, atLeast: [1, chance] },
    })
    const factors = [to(0.5), to(0.6), to(0.55), to(0.55)]
    expect(whySteps(factors, 0.5, 'OVER').map(({ push }) => push)).toEqual([null, 'OVER', 'UNDER', null])
    expect(whySteps(factors, 0.5, 'UNDER').map(({ push }) => push)).toEqual([null, 'OVER', 'UNDER', null])
    expect(whySteps(factors, 0.5, 'OVER').map(({ points }) => points)).toEqual([500, 100, -50, 0])
    expect(pointsText(-50)).toBe('−5.0')
    expect(pointsText(100)).toBe('+10.0')
    expect(pointsText(0)).toBe('0.0')
  })
  it('end at the displayed probability, with line or prices as the last factor', () => {
    const shown = fc.record({
      basis: fc.constantFrom('price' as const, 'line' as const, 'model' as const),
      distribution,
    })
    fc.assert(
      fc.property(steps, shown, line, (factors, { basis, ...market }, at) => {
        const own = factors.at(-1)?.distribution ?? { least: 0, atLeast: [1] }
        const end = basis === 'model' ? own : market.distribution
        const prices = basis === 'price' ? [{ line: at, books: 3, minutes: 2 }] : []
        const band = { distribution: end, low: end, high: end }
        const forecast = {
          ...{ stat: 'Pitcher Strikeouts', distribution: own, low: own, high: own, mean: 1 },
          shown: { ...band, basis, prices },
        }
        const last = whySteps(withEvidence(factors, forecast, at), at, 'OVER').at(-1)
        const { chance } = lineForecast(forecast, { line: at, oddsType: 'own' }, 'OVER')
        expect(last?.reached).toBe(Math.round(1_000 * chance))
        expect(last?.factor).toBe({ price: PRICES, line: OFFERED_LINE, model: 'any' }[basis])
      }),
    )
  })
  it('name the books and their line, or say that the line tells little', () => {
    const at = { least: 0, atLeast: [1, 0.8] }
    const band = { distribution: at, low: at, high: at }
    const factors = [{ factor: 'any', note: null, distribution: at }]
    const noteFor = (stat: string, prices: PricedLine[]) => {
      const basis = prices.length > 0 ? ('price' as const) : ('line' as const)
      const forecast = { stat, ...band, mean: 1, shown: { ...band, basis, prices } }
      return withEvidence(factors, forecast, 0.5).at(-1)?.note
    }
    expect(noteFor('Hits', [{ line: 0.5, books: 8, minutes: 2 }])).toBe('8 books')
    expect(noteFor('Hits', [{ line: 1.5, books: 1, minutes: null }])).toBe('1 book at 1.5')
    expect(noteFor('Hits', [])).toContain('tells little')
    expect(noteFor('Pitcher Strikeouts', [])).toContain('near what it expects')
  })
  it('have an axis between 0 and 100 that includes every step and has few ticks', () => {
    fc.assert(
      fc.property(steps, line, (factors, at) => {
        const result = whySteps(factors, at, 'OVER')
        const scale = whyScale(result)
        for (const { reached } of result) {
          expect(reached / 10).toBeGreaterThanOrEqual(scale.low)
          expect(reached / 10).toBeLessThanOrEqual(scale.high)
        }
        expect(scale.low).toBeGreaterThanOrEqual(0)
        expect(scale.high).toBeLessThanOrEqual(100)
        expect(scale.high).toBeGreaterThan(scale.low)
        expect(scale.ticks.length).toBeLessThanOrEqual(7)
        expect(scale.ticks.at(-1)).toBe(scale.high)
      }),
    )
  })
})
