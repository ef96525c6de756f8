import { lineForecast, lineOdds, type Offer } from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pointsText, tenthsPercent } from '../labels.ts'
import { OFFERED_LINE, whyScale, whySteps, withOfferedLine } from './why-steps.ts'

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
  it('end at the displayed probability, with the offered line as the last factor', () => {
    const offers: fc.Arbitrary<Offer> = fc.record({
      line,
      oddsType: fc.constantFrom('standard' as const, 'goblin' as const, 'demon' as const, 'own' as const),
      standardLine: fc.option(line),
    })
    fc.assert(
      fc.property(steps, offers, (factors, offer) => {
        const last = factors.at(-1)?.distribution ?? { least: 0, atLeast: [1] }
        const forecast = {
          ...{ stat: 'Pitcher Strikeouts', distribution: last, low: last, high: last },
          mean: 1,
        }
        const result = whySteps(withOfferedLine(factors, forecast, offer), offer.line, 'OVER')
        const shown = lineForecast(forecast, offer, 'OVER')
        expect(result.at(-1)?.reached).toBe(Math.round(1_000 * shown.chance))
        const isEvidence = offer.oddsType !== 'own' || offer.standardLine !== null
        expect(result.at(-1)?.factor === OFFERED_LINE).toBe(isEvidence)
      }),
    )
  })
  it('name the book’s standard line, or say that it tells little or is not known', () => {
    const at = { least: 0, atLeast: [1, 0.8] }
    const noteFor = (stat: string, offer: Offer) => {
      const forecast = { stat, distribution: at, low: at, high: at, mean: 1 }
      const factors = [{ factor: 'any', note: null, distribution: at }]
      return withOfferedLine(factors, forecast, offer).at(-1)?.note
    }
    const goblin = { line: 0.5, oddsType: 'goblin' } as const
    expect(noteFor('Pitcher Strikeouts', { ...goblin, standardLine: 4.5 })).toContain('4.5')
    expect(noteFor('Pitcher Strikeouts', goblin)).toContain('no standard line is known')
    expect(noteFor('Hits', goblin)).toContain('tells little')
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
