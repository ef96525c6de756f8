import { describe, expect, it } from 'vitest'
import { runSample } from './run-sample.ts'

/**
 * Walks, hit batsmen, strikeouts, singles, doubles, triples, home runs and other outs per plate appearance: 2019's, on
 * which the engine was fitted (Retrosheet, pitchers' own left out), with 30% fewer home runs and 15% fewer hits in all.
 */
const DEAD_BALL = [0.0873, 0.0108, 0.2216, 0.1236, 0.0406, 0.0036, 0.0255, 0.487]
const MOST_BIAS = 0.015

describe('a league unlike that of the fit', () => {
  it('stays calibrated after its first month, anchored to its own totals', () => {
    const { markets } = runSample({
      days: [
        { seed: 'dead', day: '2026-05-06' },
        { seed: 'ball', day: '2026-07-22' },
      ],
      games: 3_000,
      leagueRates: DEAD_BALL,
    })
    const batting = markets.slice(0, 7)
    expect(batting.map(({ market }) => market)).toContain('H+R+RBI 1.5')
    for (const { market, bias } of batting) {
      expect(Math.abs(bias.known), market).toBeLessThanOrEqual(MOST_BIAS)
      expect(Math.abs(bias.unknown), market).toBeLessThanOrEqual(MOST_BIAS)
    }
  })
})
