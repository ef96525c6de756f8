import { describe, expect, it } from 'vitest'
import type { JudgedLine } from './judge-day.ts'
import { perEngineMethod } from './judge-day.ts'
import { marketErrors } from './run-sample.ts'

const line = (over: number, season: number, known: number | null): JudgedLine => ({
  market: 'H 0.5',
  stat: 'Hits',
  line: 0.5,
  gameId: '1',
  home: true,
  playerId: '1',
  slot: 1,
  over,
  base: 0.5,
  lastTen: 0.5,
  season,
  known,
  unknown: known,
  knownEarlier: known,
  unknownEarlier: known,
  within: perEngineMethod((method) => method === 'known' && over > 0.7),
})

describe('marketErrors', () => {
  it('averages the distances to the truth and reports the gain of the engine', () => {
    const [found] = marketErrors([line(0.6, 0.5, 0.55), line(0.8, 0.7, 0.85)])
    expect(found).toMatchObject({ market: 'H 0.5', n: 2 })
    expect(found?.truth.mean).toBeCloseTo(0.7)
    expect(found?.truth.deviation).toBeCloseTo(0.1)
    expect(found?.mae.season).toBeCloseTo(0.1)
    expect(found?.mae.known).toBeCloseTo(0.05)
    expect(found?.bias.known).toBeCloseTo(0)
    expect(found?.bias.season).toBeCloseTo(-0.1)
    expect(found?.gain.known).toBeCloseTo(0.5)
    expect(found?.within).toMatchObject({ known: 0.5, unknown: 0 })
  })
  it('uses the base rate when the engine refuses', () => {
    expect(marketErrors([line(0.6, 0.6, null)])[0]?.mae.known).toBeCloseTo(0.1)
  })
})
