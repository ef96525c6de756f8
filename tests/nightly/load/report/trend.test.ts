import { expect, it } from 'vitest'
import { theilSen } from './trend.ts'

const series = (values: readonly number[]) => values.map((value, at) => ({ at, value }))

it('gives the slope of a line, also when single values are far from it', () => {
  expect(theilSen(series([0, 2, 4, 6, 8]))).toEqual({ perHour: 2, low: 2, high: 2 })
  expect(theilSen(series([0, 2, 4, 90, 8, 10, 12, 14, 16])).perHour).toBe(2)
})

it('gives the slope of a published series, and its interval', () => {
  // Sen (1968), section 7: slope 4, interval from 26/7 to 35/8.
  const times = [1, 2, 3, 4, 10, 12, 18]
  const values = [9, 15, 19, 20, 45, 55, 78]
  const { perHour, low, high } = theilSen(times.map((at, place) => ({ at, value: values[place] ?? 0 })))
  expect(perHour).toBe(4)
  expect(low).toBeCloseTo(26 / 7, 5)
  expect(high).toBeCloseTo(35 / 8, 5)
})

it('refuses too few points', () => {
  expect(() => theilSen(series([1, 2, 3, 4]))).toThrow(RangeError)
})
