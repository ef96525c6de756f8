import { beforeAll, describe, expect, it } from 'vitest'
import { MARKETS, PITCHER_STATS } from '../score/markets.ts'
import { REQUIRED_GAIN, runSample, SAMPLE_DAYS, type SampleResult, sampleTable } from './run-sample.ts'

/**
 * Lower thresholds where a quarter is unattainable. Hits allowed: sixty starters are few, and the edges that
 * starters have at home and in summer (Retrosheet, 2019) are not simulated in these leagues.
 */
const LOWER_GAIN: Readonly<Record<string, number>> = { 'Hits Allowed': 0.15 }
/**
 * Thresholds for the current season only. Home runs are rare: an ideal empirical Bayes estimate that knew the
 * spread of talent, parks and pitchers of these leagues would reach 18%.
 */
const LOWER_GAIN_ONE_SEASON: Readonly<Record<string, number>> = { 'HR 0.5': 0.1, 'Hits Allowed': 0.05 }

/** Fewer days and games than the command uses: the gain is accurate to about 0.02. */
const GAMES = 4_000

describe('engine on sample leagues', () => {
  const done: string[] = []
  let result: SampleResult
  beforeAll(() => {
    result = runSample({ days: SAMPLE_DAYS.slice(2, 4), games: GAMES, onDay: (day) => done.push(day) })
  })

  it('has an error a quarter below that of the shrunk season rate', () => {
    expect(result.markets).toHaveLength(MARKETS.length + PITCHER_STATS.length)
    for (const { market, n, gain } of result.markets) {
      const required = LOWER_GAIN[market] ?? REQUIRED_GAIN
      expect(n, market).toBeGreaterThan(50)
      expect(gain.knownEarlier, `${market}, order known`).toBeGreaterThan(required)
      expect(gain.unknownEarlier, `${market}, order unknown`).toBeGreaterThan(required)
    }
    expect(result.refused).toBe(0)
  })

  it('keeps that margin on data of the current season only, except for rare events', () => {
    for (const { market, gain } of result.markets) {
      const required = LOWER_GAIN_ONE_SEASON[market] ?? REQUIRED_GAIN
      expect(gain.known, `${market}, order known`).toBeGreaterThan(required)
      expect(gain.unknown, `${market}, order unknown`).toBeGreaterThan(required)
    }
  })

  it('has a lower error with earlier seasons than without them, in every market', () => {
    for (const { market, gain } of result.markets) {
      expect(gain.unknownEarlier, market).toBeGreaterThan(gain.unknown)
    }
  })

  it('has about 80% of the true probabilities inside its interval', () => {
    for (const { market, within } of result.markets)
      for (const method of ['known', 'unknown', 'unknownEarlier'] as const) {
        expect(within[method], `${market}, ${method}`).toBeGreaterThan(0.68)
        expect(within[method], `${market}, ${method}`).toBeLessThan(0.93)
      }
  })

  it('has a result table of at most 110 columns that lists every market', () => {
    const table = sampleTable(result)
    expect(done).toEqual(['2026-07-22', '2026-08-19'])
    for (const { market } of result.markets) expect(table).toContain(market)
    expect(table).toContain(`${100 * REQUIRED_GAIN}% below the shrunk season rate`)
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
  })
})
