import { calibrate, chanceAtLeast, type Distribution, expit, logit } from '@propsight/shared/domain/engine'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { fitMap } from './calibration/fit-map.ts'

const random = xoroshiro128plus(7)
const uniform = () => uniformFloat64(random)

/** Games whose true probabilities are the forecast's, with log-odds stretched around the typical ones. */
function games(stretch: number, usual: readonly number[], count = 6000) {
  return Array.from({ length: count }, () => {
    const apart = 1.2 * (uniform() - 0.5)
    const at = (by: number): number[] => usual.map((logOdds) => expit(logOdds + by))
    const distribution: Distribution = { least: 0, atLeast: [1, ...at(apart)] }
    const drawn = uniform()
    return { distribution, value: at(stretch * apart).filter((chance) => drawn < chance).length }
  })
}

const USUAL = [0.6, 0.2].map(logit)

describe('fitMap', () => {
  it('narrows overdispersed forecasts and keeps the typical probabilities', () => {
    const map = fitMap(games(0.5, USUAL))
    expect(map.slope).toBeGreaterThan(0.5)
    expect(map.slope).toBeLessThan(0.85)
    const usual = calibrate({ least: 0, atLeast: [1, 0.6, 0.2] }, map)
    expect(chanceAtLeast(usual, 1)).toBeCloseTo(0.6, 1)
    expect(chanceAtLeast(usual, 2)).toBeCloseTo(0.2, 1)
  })

  it('never stretches: the slope is 1 for underdispersed forecasts', () => {
    expect(fitMap(games(1.8, USUAL)).slope).toBe(1)
  })

  it.each([
    { what: 'hardly ever reached', usual: [logit(0.01)] },
    { what: 'hardly ever missed', usual: [logit(0.995)] },
  ])('keeps slope 1 and shift 0 for a stat whose values are $what', ({ usual }) => {
    expect(fitMap(games(0.5, usual))).toEqual({ slope: 1, shifts: [0] })
  })
})
