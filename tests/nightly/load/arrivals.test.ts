import { describe, expect, it } from 'vitest'
import { arrivalsOf, seededRandom } from './generator/arrivals.ts'
import { percentile } from './report/judge.ts'
import { shareOf, VISITS, visitAt } from './visit-mix.ts'

describe('arrivals', () => {
  const times = arrivalsOf(50, 200, seededRandom(7))
  const gaps = times.map((at, place) => at - (times[place - 1] ?? 0))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length

  it('occur at the requested rate', () => {
    expect(times.length).toBeGreaterThan(9_600)
    expect(times.length).toBeLessThan(10_400)
  })
  it('are independent: the deviation of their gaps equals the mean gap', () => {
    const spread = Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length)
    expect(spread / mean).toBeGreaterThan(0.95)
    expect(spread / mean).toBeLessThan(1.05)
    expect(times.toSorted((a, b) => a - b)).toEqual(times)
  })
  it('are equal for the same seed and different for another seed', () => {
    expect(arrivalsOf(50, 200, seededRandom(7))).toEqual(times)
    expect(arrivalsOf(50, 200, seededRandom(8))).not.toEqual(times)
  })
})
describe('the visit mix', () => {
  it('contains each kind of visit at its configured share', () => {
    const random = seededRandom(3)
    const made = Array.from({ length: 20_000 }, () => visitAt(random()))
    for (const visit of VISITS) {
      const share = made.filter((one) => one === visit).length / made.length
      expect(Math.abs(share - shareOf(visit)), visit).toBeLessThan(0.01)
    }
  })
})
it('a percentile is the value of the nearest rank', () => {
  expect([0, 0.5, 0.95, 1].map((share) => percentile([4, 1, 3, 2], share))).toEqual([1, 2, 4, 4])
  expect(percentile([], 0.5)).toBeNaN()
})
