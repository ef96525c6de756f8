import { describe, expect, it } from 'vitest'
import { analysisCost, PARLAY_COST_CREDITS, PLANS, STARTING_CREDITS } from './accounts.ts'
import * as pacing from './analysis-limits.ts'
import * as windows from './analysis-limits.ts'
import { findParlayConfidenceStep, gradeConfidence } from './grades.ts'
import {
  createPickId,
  PICK_CLEANUP_MS,
  PICK_EXPIRING_MS,
  PICK_LIFETIME_MS,
  PICK_SYNC_DELAY_MS,
  pickExpiry,
} from './picks.ts'

describe('product constants', () => {
  it('C1: have the credits, prices and costs of the plans', () => {
    expect(Object.values(PLANS).map((plan) => [plan.creditsPerMonth, plan.priceUsdPerMonth])).toEqual([
      [20, 0],
      [100, 9.99],
      [500, 29.99],
    ])
    expect([STARTING_CREDITS, PARLAY_COST_CREDITS]).toEqual([20, 1])
    expect([analysisCost('Hits'), analysisCost('All Stat Lines')]).toEqual([1, 3])
  })

  it('N2: have the options and defaults of Settings', () => {
    expect([windows.GAME_WINDOWS, windows.DEFAULT_GAME_WINDOW]).toEqual([[5, 10, 15], 10])
    expect([windows.TOP_PICKS, windows.DEFAULT_TOP_PICKS]).toEqual([[1, 2, 3, 5, 7, 10], 2])
  })

  it('N8: have the limits of requested lines', () => {
    expect([windows.quickLinesLimit(true), windows.quickLinesLimit(false)]).toEqual([30, 300])
    expect([1, 2, 10].map(windows.aiLinesLimit)).toEqual([5, 6, 30])
  })

  it('N10: have 25 games for a trend and the pacing of stats requests', () => {
    expect(windows.TREND_GAMES).toBe(25)
    expect([pacing.STATS_BATCH_PLAYERS, pacing.STATS_SUB_BATCH_PLAYERS]).toEqual([16, 6])
    expect([pacing.STATS_SUB_BATCH_PAUSE_MS, pacing.STATS_BATCH_PAUSE_MS]).toEqual([350, 1_500])
  })

  it('P3: let a pick expire after 20 hours and call it expiring in the last 2', () => {
    expect([PICK_LIFETIME_MS, PICK_EXPIRING_MS]).toEqual([72_000_000, 7_200_000])
    expect([PICK_CLEANUP_MS, PICK_SYNC_DELAY_MS]).toEqual([300_000, 2_000])
    expect(pickExpiry(new Date('2026-07-01T12:00:00Z')).toISOString()).toBe('2026-07-02T08:00:00.000Z')
  })

  it('include a pick id made of the time and a random text', () => {
    expect(createPickId(1_780_000_000_000.4, 'A1b2-C3d4-E5f6-7890')).toBe('pick_1780000000000_a1b2c3d4e5f6')
    expect(() => createPickId(1, 'short')).toThrow(RangeError)
  })

  it.each([
    [80, 'good', 'good'],
    [79.5, 'good', 'good'],
    [79.4, 'mid', 'mid'],
    [60, 'mid', 'mid'],
    [59, 'low', 'mid'],
    [55, 'low', 'mid'],
    [54, 'low', 'low'],
    [140, 'good', 'good'],
    [-3, 'low', 'low'],
  ])('N12: grade %d percent as %s on a card and as %s in the detail view', (percent, card, detail) => {
    expect([gradeConfidence(percent, 'card'), gradeConfidence(percent, 'detail')]).toEqual([card, detail])
  })

  it('P9: have parlay confidence steps at 95, 92 and 90 percent', () => {
    expect([99, 95, 94.9, 92, 91.9, 90, 89.9].map(findParlayConfidenceStep)).toEqual([
      95,
      95,
      92,
      92,
      90,
      90,
      null,
    ])
  })
})
