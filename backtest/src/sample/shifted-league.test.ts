import { describe, expect, it } from 'vitest'
import { runSample } from './run-sample.ts'

/**
 * Walks, hit batsmen, strikeouts, singles, doubles, triples, home runs and other outs per plate appearance: 2019's, on
 * which the engine was fitted (Retrosheet, pitchers' own left out), with 30% fewer home runs and 15% fewer hits in all.
 */
const DEAD_BALL = [0.0873, 0.0108, 0.2216, 0.1236, 0.0406, 0.0036, 0.0255, 0.487]
/** What the other league may add to the bias of a usual one, and what there may be in all. */
const MOST_ADDED = 0.01
const MOST_BIAS = 0.015
/** Several leagues: one may have been lucky so far, which no forecast from its totals can know. */
const SEEDS = ['ash', 'beech', 'elm']
const GAMES = 300

/** Bias of the engine on one day, order known, by the seven batters' markets. */
const biases = (day: string, leagueRates?: readonly number[]) => {
  const days = SEEDS.map((seed) => ({ seed, day }))
  const { markets } = runSample({ days, games: GAMES, ...(leagueRates && { leagueRates }) })
  return new Map(markets.slice(0, 7).map(({ market, bias }) => [market, bias.known]))
}

describe('a league unlike that of the fit', () => {
  // After the first month, and at the end.
  it.each(['2026-05-06', '2026-09-16'])('leaves no bias that a usual league has not, on %s', (day) => {
    const usual = biases(day)
    const shifted = biases(day, DEAD_BALL)
    expect([...shifted.keys()]).toContain('H+R+RBI 1.5')
    for (const [market, bias] of shifted) {
      expect(Math.abs(bias - (usual.get(market) ?? 0)), `${market}, beside a usual league`).toBeLessThan(
        MOST_ADDED,
      )
      expect(Math.abs(bias), market).toBeLessThan(MOST_BIAS)
    }
  })
})
