import { beforeAll, describe, expect, it } from 'vitest'
import { runSample, SAMPLE_DAYS, type SampleResult } from './run-sample.ts'
import { sampleTable, WANTED_GAIN } from './sample-table.ts'

/** Fewer days and games than the command takes: its figures are good to two hundredths of the gain. */
const GAMES = 4_000

describe('the engine on sample leagues', () => {
  const done: string[] = []
  let result: SampleResult
  beforeAll(() => {
    result = runSample({ days: SAMPLE_DAYS.slice(2, 4), games: GAMES, onDay: (day) => done.push(day) })
  })

  it('is nearer to the truth than the shrunk season rate by a quarter, in every market', () => {
    for (const { market, n, gain } of result.markets) {
      expect(n, market).toBeGreaterThan(50)
      expect(gain.known, `${market}, order known`).toBeGreaterThan(WANTED_GAIN)
      expect(gain.unknown, `${market}, order unknown`).toBeGreaterThan(WANTED_GAIN)
    }
    expect(result.refused).toBe(0)
  })

  it('says so in a table', () => {
    const table = sampleTable(result)
    expect(done).toEqual(['2026-07-22', '2026-08-19'])
    for (const { market } of result.markets) expect(table).toContain(market)
    expect(table).toContain(`At least ${100 * WANTED_GAIN}% below`)
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
  })
})
