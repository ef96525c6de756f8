import { describe, expect, it } from 'vitest'
import { fitGeneralisedLinear } from './generalised-linear.ts'

const free = { toward: 0, by: 0 }
const row = (outcome: number, ...factors: number[]) => ({ factors, outcome, offset: 0 })

describe('fitGeneralisedLinear', () => {
  it('gaussian: recovers the straight line through three points', () => {
    const [any, slope] = fitGeneralisedLinear(
      'gaussian',
      [row(1, 1, 0), row(3, 1, 1), row(5, 1, 2)],
      [free, free],
    )
    expect(any).toBeCloseTo(1, 6)
    expect(slope).toBeCloseTo(2, 6)
  })

  it('poisson: recovers the logarithm of the mean over the offset', () => {
    const observations = [2, 4, 9].map((outcome) => ({ factors: [1], outcome, offset: Math.log(10) }))
    expect(fitGeneralisedLinear('poisson', observations, [free])[0]).toBeCloseTo(Math.log(0.5), 6)
  })

  it('binomial: recovers the log-odds of the share', () => {
    const observations = [1, 0, 0, 0].map((outcome) => row(outcome, 1))
    expect(fitGeneralisedLinear('binomial', observations, [free])[0]).toBeCloseTo(Math.log(1 / 3), 6)
  })

  it('moves half of the way to a prior that weighs as much as the observations', () => {
    const observations = [4, 4, 4, 4].map((outcome) => row(outcome, 1))
    expect(fitGeneralisedLinear('gaussian', observations, [{ toward: 2, by: 4 }])[0]).toBeCloseTo(3, 6)
  })
})
