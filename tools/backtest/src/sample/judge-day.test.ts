import { describe, expect, it } from 'vitest'
import { lineBaselines } from './judge-day.ts'

describe('lineBaselines', () => {
  it('returns the base rate, the rate of the last ten starts and the season rate shrunk by sixty games', () => {
    const own = [2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]
    expect(lineBaselines(own, [...own, 1, 1, 1, 0], 0.5)).toEqual({
      base: 6 / 16,
      lastTen: 2 / 10,
      season: (3 + (60 * 6) / 16) / 72,
    })
  })
  it('does not count a push as an over', () => {
    expect(lineBaselines([1, 2], [1, 2], 1)).toMatchObject({ base: 0.5, lastTen: 0.5, season: 0.5 })
  })
})
