import { BATTING, CALIBRATION, PITCHING } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import { engineOf } from '../run/ship-constants.ts'
import { runSample } from './run-sample.ts'

/**
 * Walks, hit batsmen, strikeouts, singles, doubles, triples, home runs and other outs per plate appearance:
 * 2019's, on which the engine was fitted (Retrosheet, pitchers' own left out), with 30% fewer home runs and
 * 15% fewer hits in all.
 */
const DEAD_BALL = [0.0873, 0.0108, 0.2216, 0.1236, 0.0406, 0.0036, 0.0255, 0.487]
/** Upper bounds: the bias that the shifted league adds to a usual one, and its total bias. */
const MOST_ADDED = 0.01
const MOST_BIAS = 0.015
/** Several leagues, to average out the luck in the totals of one. */
const SEEDS = ['ash', 'beech', 'elm']
const GAMES = 300

/**
 * The shipped engine without the calendar of playing time. Real clubs rest starters in September and in their
 * last games, which the fitted shifts express. The sample league does not: its starters have as many plate
 * appearances in September (4.14) as in July (4.13). The shifts alone lower H 0.5 by 1.6 points on September
 * 16, in a usual league as in a shifted one, which says nothing about shifted rates.
 */
const engine = engineOf({
  batting: {
    ...BATTING,
    playingTime: { ...BATTING.playingTime, calendar: { september: 0, lastGames: 0 } },
  },
  calibration: CALIBRATION,
  pitching: PITCHING,
})

/** Bias of the engine on one day with a known order, per batter market. */
const biases = (day: string, leagueRates?: readonly number[]) => {
  const days = SEEDS.map((seed) => ({ seed, day }))
  const { markets } = runSample({ days, engine, games: GAMES, ...(leagueRates && { leagueRates }) })
  return new Map(markets.slice(0, 7).map(({ market, bias }) => [market, bias.known]))
}

describe('engine on a league with shifted rates', () => {
  // After the first month, and at the end.
  it.each(['2026-05-06', '2026-09-16'])('has no additional bias on %s', (day) => {
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
