import { describe, expect, it } from 'vitest'
import { seasonShare } from './season-share.ts'

describe('seasonShare', () => {
  it('is the published weight relative to the latest season', () => {
    expect([2025, 2024, 2023].map((season) => seasonShare('batting', season, '2026-04-02'))).toEqual([
      0.8, 0.6, 0,
    ])
    expect([2025, 2024, 2023].map((season) => seasonShare('pitching', season, '2026-04-02'))).toEqual([
      2 / 3,
      1 / 3,
      0,
    ])
  })

  it.each([2026, 2027, 2025.5, Number.NaN, Number.NEGATIVE_INFINITY])('is zero for %s in 2026', (season) => {
    expect(seasonShare('batting', season, '2026-09-30')).toBe(0)
  })
})
