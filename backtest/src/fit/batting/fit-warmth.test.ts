import { expit, logit, perStep, warmth } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { syntheticSeason } from '../../testing/synthetic-season.ts'
import { fitWarmth } from './fit-warmth.ts'

const LEAGUE = 0.22
const { batting } = syntheticSeason({ days: 80, first: '2021-04-05' })

/** A league whose rates run ahead of its totals by so much, in log-odds per unit of warmth. */
const cases = (weight: number) =>
  batting.map((row) => ({
    row,
    evidence: { leagueRate: perStep(() => LEAGUE) },
    around: perStep(() => expit(logit(LEAGUE) + weight * warmth(row.date))),
  }))

describe('fitWarmth', () => {
  it('finds nothing where there is nothing', () => {
    expect(fitWarmth(cases(0), 'strikeOut')).toBeCloseTo(0)
  })

  it.each([-0.3, 0.3])(
    'turns the way the league turns, and believes one spring but a little: %s',
    (weight) => {
      const found = fitWarmth(cases(weight), 'strikeOut')
      expect(Math.sign(found)).toBe(Math.sign(weight))
      expect(Math.abs(found)).toBeGreaterThan(0.02)
      expect(Math.abs(found)).toBeLessThan(0.8 * Math.abs(weight))
    },
  )

  it('knows nothing of a spring without games', () => {
    expect(fitWarmth([], 'hit')).toBe(0)
  })
})
