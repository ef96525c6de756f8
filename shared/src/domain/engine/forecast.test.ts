import { describe, expect, it } from 'vitest'
import { buildStatForecast } from './forecast.ts'

const forecast = (atLeast: readonly number[]) => {
  const distribution = { least: 0, atLeast }
  return buildStatForecast('Hits', distribution, distribution, distribution)
}

describe('buildStatForecast', () => {
  it('returns the sum of the chances as the mean', () => {
    expect(forecast([1, 0.6, 0.3, 0.1]).mean).toBeCloseTo(1)
  })

  it.each([
    { atLeast: [1, 0.6, 0.3, 0.1], line: 0.5 },
    { atLeast: [1, 0.9, 0.52, 0.2], line: 1.5 },
    { atLeast: [1, 0.1], line: 0.5 },
    { atLeast: [1], line: 0.5 },
    // The stat is never 1 or 2: the chances of reaching 1, 2 and 3 are equal.
    { atLeast: [1, 0.8, 0.8, 0.8, 0.55, 0.3], line: 3.5 },
  ])('finds the fair line $line', ({ atLeast, line }) => {
    expect(forecast(atLeast).fairLine).toBe(line)
  })

  it('returns a range with at most a tenth outside of each end', () => {
    expect(forecast([1, 0.95, 0.6, 0.3, 0.05]).range80).toEqual({ low: 1, high: 3 })
    expect(forecast([1, 0.5]).range80).toEqual({ low: 0, high: 1 })
  })

  it('keeps the chance inside its band when the ends cross', () => {
    const of = (atLeast: readonly number[]) => ({ least: 0, atLeast })
    const { low, high } = buildStatForecast(
      'Hits',
      of([1, 0.6, 0.2]),
      of([1, 0.5, 0.3]),
      of([1, 0.7, 0.1, 0.05]),
    )
    expect(low.atLeast).toEqual([1, 0.5, 0.2])
    expect(high.atLeast).toEqual([1, 0.7, 0.2, 0.05])
  })
})
