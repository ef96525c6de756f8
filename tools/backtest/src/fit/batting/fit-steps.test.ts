import { expit, logit, perStep, seasonalTemperature } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { syntheticSeason } from '../../testing/synthetic-season.ts'
import { fitSeasonalTemperature } from './fit-steps.ts'

const LEAGUE = 0.22
const { batting } = syntheticSeason({ days: 80, first: '2021-04-05' })

/**
 * A league whose current rates exceed its season totals by `weight`, in log-odds per unit of the seasonal
 * effect.
 */
const cases = (weight: number) =>
  batting.map((row) => ({
    row,
    evidence: { leagueRate: perStep(() => LEAGUE) },
    currentRates: perStep(() => expit(logit(LEAGUE) + weight * seasonalTemperature(row.date))),
  }))

describe('fit of the seasonal temperature effect', () => {
  it('is zero for a league without a seasonal effect', () => {
    expect(fitSeasonalTemperature(cases(0), 'strikeOut')).toBeCloseTo(0)
  })

  it.each([-0.3, 0.3])('has the sign of the true weight %s and is shrunk by at least a fifth', (weight) => {
    const found = fitSeasonalTemperature(cases(weight), 'strikeOut')
    expect(Math.sign(found)).toBe(Math.sign(weight))
    expect(Math.abs(found)).toBeGreaterThan(0.02)
    expect(Math.abs(found)).toBeLessThan(0.8 * Math.abs(weight))
  })

  it('is zero without games', () => {
    expect(fitSeasonalTemperature([], 'hit')).toBe(0)
  })
})
