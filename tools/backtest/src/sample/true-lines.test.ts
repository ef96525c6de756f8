import { makeSampleSeason } from '@propsight/league'
import { describe, expect, it } from 'vitest'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'
import { nearestHalfLine, simulateTrueLines } from './judge-day.ts'

describe('simulateTrueLines', () => {
  it('covers all markets of nine batters and a starter per side', () => {
    const sample = makeSampleSeason('propsight', '2026-04-03')
    const lines = simulateTrueLines(sample, 50)
    expect(lines).toHaveLength(sample.today.size * 2 * (9 * MARKETS.length + PITCHER_STATS.length))
    for (const { over } of lines) {
      expect(over).toBeGreaterThanOrEqual(0)
      expect(over).toBeLessThanOrEqual(1)
    }
  })
  it.each([
    [5, 5.5],
    [5.4, 5.5],
    [5.99, 5.5],
    [0.2, 0.5],
  ])('nearestHalfLine places a pitcher mean of %f at %f', (mean, line) => {
    expect(nearestHalfLine(mean)).toBe(line)
  })
})
