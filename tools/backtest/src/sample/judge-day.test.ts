import { makeSampleSeason } from '@propsight/league'
import { describe, expect, it } from 'vitest'
import { ENGINE } from '../score/cases.ts'
import { judgeDay, lineBaselines } from './judge-day.ts'

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

describe('judgeDay', () => {
  it('forecasts the lines of a day from its morning, with and without earlier seasons', () => {
    const lines = judgeDay(makeSampleSeason('ash', '2026-04-15'), ENGINE, 5)
    expect(lines.length).toBeGreaterThan(100)
    for (const { known, unknown, knownEarlier, unknownEarlier } of lines)
      expect([known, unknown, knownEarlier, unknownEarlier]).not.toContain(null)
    expect(lines.some(({ known, unknown }) => known !== unknown)).toBe(true)
    expect(lines.filter(({ known, knownEarlier }) => known !== knownEarlier).length).toBeGreaterThan(100)
  }, 60_000)
})
