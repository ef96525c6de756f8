import { calibrate, chanceAtLeast, type Distribution, expit, logit } from '@propsight/shared/domain/engine'
import fc from 'fast-check'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { describe, expect, it } from 'vitest'
import { centreShifts, fitMap } from './fit-calibration.ts'

describe('centreShifts', () => {
  it('removes the common component, weighted by p·(1 − p)', () => {
    // p·(1 − p) is 0.25 at even chances and 0.09 at one in ten.
    const [first = 0, second = 0] = centreShifts([0.3, 0], [1, 2], [logit(0.5), logit(0.1)])
    expect(first).toBeCloseTo(0.3 - (0.3 * 0.25) / 0.34)
    expect(second).toBeCloseTo((-0.3 * 0.25) / 0.34)
  })

  it.each([
    { levels: [0.2], values: [1] },
    { levels: [0.2, 0.2, 0.2], values: [1, 2, 3] },
  ])('returns zeros for a level that is the same for all values: $levels', ({ levels, values }) => {
    for (const shape of centreShifts(levels, values, [0.5, -0.5, -2])) expect(shape).toBeCloseTo(0)
  })

  it('keeps the expected value', () => {
    const small = fc.double({ min: -0.05, max: 0.05, noNaN: true })
    const chances = fc.array(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(chances, fc.array(small, { minLength: 6, maxLength: 6 }), (usual, all) => {
        const typical = usual.toSorted((a, b) => b - a).map(logit)
        const levels = all.slice(0, typical.length)
        const values = typical.map((_, at) => at + 1)
        const shapes = centreShifts(levels, values, typical)
        const mean = (shifts: readonly number[]) =>
          typical.reduce((sum, logOdds, at) => sum + expit(logOdds + (shifts[at] ?? 0)), 0)
        // The second derivative of the logistic curve is below 0.1: the remaining error is of second order.
        const bend = shapes.reduce((sum, shape) => sum + 0.05 * shape ** 2, 0)
        expect(Math.abs(mean(shapes) - mean([]))).toBeLessThan(bend + 1e-12)
      }),
    )
  })
})

const random = xoroshiro128plus(7)
const uniform = () => uniformFloat64(random)

/** Games whose true probabilities are the forecast's, with log-odds stretched around the typical ones. */
function games(stretch: number, usual: readonly number[], count = 6000) {
  return Array.from({ length: count }, () => {
    const apart = 1.2 * (uniform() - 0.5)
    const at = (by: number): number[] => usual.map((logOdds) => expit(logOdds + by))
    const distribution: Distribution = { least: 0, atLeast: [1, ...at(apart)] }
    const drawn = uniform()
    return {
      distribution,
      value: at(stretch * apart).filter((chance) => drawn < chance).length,
      heldOut: true,
    }
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

  it('fits the slope on held-out games only, and the shape on all of them', () => {
    const held = games(0.5, USUAL)
    const fitted = games(1, USUAL).map((game) => ({ ...game, heldOut: false }))
    const both = fitMap([...held, ...fitted])
    expect(both.slope).toBeCloseTo(fitMap(held).slope, 2)
    expect(both.shifts).not.toEqual(fitMap(held).shifts)
  })

  it('expects less optimism of weights that were fitted on more starts', () => {
    const few = games(1, USUAL, 300)
    expect(fitMap(few, 200_000).slope).toBeGreaterThan(fitMap(few, 22_000).slope)
  })
})
