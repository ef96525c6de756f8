import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BATTING } from './constants.ts'
import { calendarOf } from './evidence.ts'
import { shiftMean } from './playing-time.ts'

const mean = (of: readonly number[]): number => of.reduce((sum, p, n) => sum + n * p, 0)
const FIRST = BATTING.playingTime.bySlot[0] ?? []
const NINTH = BATTING.playingTime.bySlot[8] ?? []

describe('shiftMean', () => {
  it('moves the mean by the requested shift and keeps the sum of 1', () => {
    fc.assert(
      fc.property(fc.double({ min: -0.6, max: 0.6, noNaN: true }), (shift) => {
        const moved = shiftMean(FIRST, shift)
        expect(mean(moved)).toBeCloseTo(mean(FIRST) + shift, 2)
        expect(moved.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
        expect(moved.every((p) => p >= 0)).toBe(true)
      }),
    )
  })

  it('returns a distribution for extreme shifts', () => {
    for (const shift of [-50, 50]) {
      const moved = shiftMean(NINTH, shift)
      expect(moved.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
      expect(moved.every((p) => p >= 0)).toBe(true)
    }
  })
})

describe('playing time tables', () => {
  it('have fewer plate appearances for every later batting-order place', () => {
    const means = BATTING.playingTime.bySlot.map(mean)
    expect(means).toHaveLength(9)
    for (const [at, value] of means.entries()) expect(value).toBeLessThan(means[at - 1] ?? 9)
  })
})

describe('calendarOf', () => {
  it.each([
    ['2026-08-31', 130, 0, 0],
    ['2026-09-05', 140, 1 / 3, 0],
    ['2026-09-20', 153, 1, 0],
    ['2026-09-25', 158, 1, 0.5],
    ['2026-10-01', 162, 1, 1],
    // Sixty games in 2020.
    ['2020-09-27', 59, 1, 7 / 8],
    ['2026-09-30', null, 1, 0],
    ['2026-10-01', 163, 1, 1],
    ['soon', 100, 0, 0],
  ])('of %s after %s games: September %d, last games %d', (date, played, september, lastGames) => {
    const calendar = calendarOf(date, played)
    expect(calendar.september).toBeCloseTo(september, 9)
    expect(calendar.lastGames).toBeCloseTo(lastGames, 9)
  })

  it('shortens the games of the last days', () => {
    const { september, lastGames } = BATTING.playingTime.calendar
    expect(september).toBeLessThanOrEqual(0)
    expect(lastGames).toBeLessThan(0)
  })
})
