import { describe, expect, it } from 'vitest'
import { BaseRate, lastTenRates, shrunkRates } from './cases.ts'
import { MARKETS, oversOf, pitcherValuesOf } from './markets.ts'

/** The same outcome in all markets. */
const overs = (over: number): number[] => MARKETS.map(() => over)
const all = (value: number): number[] => MARKETS.map(() => value)

describe('outcomes of a game', () => {
  const game = {
    plateAppearances: 4,
    hits: 1,
    doubles: 1,
    triples: 0,
    homeRuns: 0,
    runs: 0,
    rbi: 1,
    baseOnBalls: 1,
    hitByPitch: 0,
    stolenBases: 0,
    strikeOuts: 1,
  }

  it('oversOf returns one outcome per batter market', () => {
    const overs = oversOf(game)
    const byName = Object.fromEntries(MARKETS.map(({ name }, at) => [name, overs[at]]))
    // A double with one RBI.
    expect(byName).toMatchObject({
      ...{ 'H 0.5': 1, 'H 1.5': 0, 'TB 1.5': 1, 'HR 0.5': 0 },
      ...{ 'R 0.5': 0, 'RBI 0.5': 1, 'H+R+RBI 1.5': 1 },
    })
  })

  it('pitcherValuesOf returns one value per pitcher stat', () => {
    expect(pitcherValuesOf({ outs: 18, strikeOuts: 7, hits: 5, earnedRuns: 2, baseOnBalls: 1 })).toEqual([
      7, 5,
    ])
  })
})

describe('baselines', () => {
  it('BaseRate starts at one half and follows the league', () => {
    const base = new BaseRate()
    expect(base.rates()).toEqual(all(0.5))
    for (const over of [1, 1, 1, 0]) base.add(overs(over))
    expect(base.rates()).toEqual(all(4 / 6))
  })

  it('lastTenRates uses the last ten starts only', () => {
    const starts = [
      ...Array.from({ length: 5 }, () => overs(1)),
      ...[1, 0, 0, 1, 0, 0, 0, 1, 0, 0].map(overs),
    ]
    expect(lastTenRates(starts)).toEqual(all(0.3))
    expect(lastTenRates(starts.slice(0, 4))).toEqual(all(1))
  })

  it('shrunkRates shrinks by sixty games of the base rate', () => {
    const starts = [
      ...Array.from({ length: 30 }, () => overs(1)),
      ...Array.from({ length: 10 }, () => overs(0)),
    ]
    expect(shrunkRates(starts, all(0.6))).toEqual(all((30 + 36) / 100))
  })
})
