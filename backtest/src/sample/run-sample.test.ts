import { beforeAll, describe, expect, it } from 'vitest'
import { runSample, SAMPLE_DAYS, type SampleResult } from './run-sample.ts'
import { sampleTable, WANTED_GAIN } from './sample-table.ts'

/**
 * Where a quarter is out of reach, what is held instead. Hits allowed: sixty starters are few, and the edges that
 * starters have at home and in summer (Retrosheet, 2019) are not played out in these leagues.
 */
const LESS: Readonly<Record<string, number>> = { 'Hits Allowed': 0.15 }
/**
 * From this season alone. Home runs are so rare that an ideal empirical Bayes which knew these leagues' spread of talent,
 * parks and pitchers would come to 18%.
 */
const LESS_ALONE: Readonly<Record<string, number>> = { 'HR 0.5': 0.1, 'Hits Allowed': 0.05 }

/** Fewer days and games than the command takes: its figures are good to two hundredths of the gain. */
const GAMES = 4_000

describe('the engine on sample leagues', () => {
  const done: string[] = []
  let result: SampleResult
  beforeAll(() => {
    result = runSample({ days: SAMPLE_DAYS.slice(2, 4), games: GAMES, onDay: (day) => done.push(day) })
  })

  it('is nearer to the truth than the shrunk season rate by a quarter', () => {
    expect(result.markets).toHaveLength(9)
    for (const { market, n, gain } of result.markets) {
      const wanted = LESS[market] ?? WANTED_GAIN
      expect(n, market).toBeGreaterThan(50)
      expect(gain.knownEarlier, `${market}, order known`).toBeGreaterThan(wanted)
      expect(gain.unknownEarlier, `${market}, order unknown`).toBeGreaterThan(wanted)
      expect(gain.liveEarlier, `${market}, as the service tells`).toBeGreaterThan(wanted)
    }
    expect(result.refused).toBe(0)
  })

  it('is nearer by as much from this season alone, but for the rarest events', () => {
    for (const { market, gain } of result.markets) {
      const wanted = LESS_ALONE[market] ?? WANTED_GAIN
      expect(gain.known, `${market}, order known`).toBeGreaterThan(wanted)
      expect(gain.unknown, `${market}, order unknown`).toBeGreaterThan(wanted)
      expect(gain.live, `${market}, as the service tells`).toBeGreaterThan(wanted)
    }
  })

  it('is nearer with the seasons before than without them, in every market', () => {
    for (const { market, gain } of result.markets) {
      expect(gain.liveEarlier, market).toBeGreaterThan(gain.live)
    }
  })

  it('claims no more than it knows: about eight in ten true chances lie within the interval', () => {
    for (const { market, within } of result.markets)
      for (const method of ['known', 'live', 'liveEarlier'] as const) {
        expect(within[method], `${market}, ${method}`).toBeGreaterThan(0.68)
        expect(within[method], `${market}, ${method}`).toBeLessThan(0.93)
      }
  })

  it('says so in a table', () => {
    const table = sampleTable(result)
    expect(done).toEqual(['2026-07-22', '2026-08-19'])
    for (const { market } of result.markets) expect(table).toContain(market)
    expect(table).toContain(`${100 * WANTED_GAIN}% below the shrunk season rate`)
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
  })
})
