import {
  listOpponentSeasons,
  needsEarlierSeason,
  opponentWeight,
  type StartCounts,
  summarizeOpponentHistory,
} from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assessPitcher } from './assess-pitcher.ts'
import { computeRecentForm, parkMultiplier, projection, recentStarts, sampleStdDev } from './projection.ts'
import { edgeZ, engineDisagrees } from './signal.ts'

const starts = (strikeOuts: number[], outs = 18, hits = 5): StartCounts[] =>
  strikeOuts.map((count) => ({ strikeOuts: count, outs, hits }))

describe('H3 recent starts', () => {
  it('are the last five games started', () => {
    const games = [9, 8, 7, 6, 5, 4, 3].map((strikeOuts, index) => ({
      strikeOuts,
      outs: 15,
      hits: 4,
      started: index !== 5,
    }))
    expect(recentStarts(games).map(({ strikeOuts }) => strikeOuts)).toEqual([8, 7, 6, 5, 3])
  })
  it.each([
    [[], null],
    [[6], null],
    [[5, 7], Math.SQRT2],
    [[7, 9, 6, 8, 9], 1.303_84],
  ])('have a sample standard deviation: %j → %s', (values, stdDev) => {
    if (stdDev === null) expect(sampleStdDev(values)).toBeNull()
    else expect(sampleStdDev(values)).toBeCloseTo(stdDev, 4)
  })
  it('have average innings computed from outs', () => {
    const form = computeRecentForm(
      [
        { outs: 16, strikeOuts: 5, hits: 6 },
        { outs: 19, strikeOuts: 8, hits: 3 },
      ],
      'hits-allowed',
    )
    expect(form.averageInnings).toBeCloseTo(35 / 6, 10)
    expect(form).toMatchObject({ values: [6, 3], average: 4.5 })
  })
  it('have no figures when empty', () => {
    expect(computeRecentForm([], 'strikeouts')).toEqual({
      values: [],
      average: null,
      averageInnings: null,
      stdDev: null,
    })
  })
})

describe('H3 opponent history', () => {
  it.each([
    [2026, 2026, 2001],
    [2025, 2025, 2000],
    [2019, 2019, 2000],
    [2000, 2000, 2000],
  ])('covers, from season %d, seasons %d down to %d', (season, first, last) => {
    const seasons = listOpponentSeasons(season)
    expect([seasons[0], seasons.at(-1)]).toEqual([first, last])
    expect(seasons).toEqual([...seasons].sort((a, b) => b - a))
    expect(new Set(seasons).size).toBe(first - last + 1)
  })
  it.each([
    [0, true],
    [4, true],
    [5, false],
    [7, false],
  ])('looks further back after %d games: %s', (games, further) =>
    expect(needsEarlierSeason(games)).toBe(further),
  )
  it.each([
    [0, 0.2],
    [2, 0.2],
    [3, 0.4],
    [9, 0.4],
  ])('with %d games has a weight of %d', (games, weight) => expect(opponentWeight(games)).toBe(weight))
  it('averages the last five games and counts all', () => {
    expect(summarizeOpponentHistory(starts([1, 1, 8, 8, 8, 8, 8]), 'strikeouts')).toEqual({
      games: 7,
      average: 8,
    })
    expect(summarizeOpponentHistory([], 'strikeouts')).toEqual({ games: 0, average: null })
  })
})

describe('H3 park multipliers', () => {
  it.each([
    ['Coors Field', 0.96, 1.12],
    ['Petco Park', 1.02, 0.95],
    ['Yankee Stadium', 0.98, 1.06],
    ['Fenway Park', 0.97, 1.05],
    ['Oracle Park', 1.03, 0.96],
    ['Tropicana Field', 1.02, 0.97],
    ['Citizens Bank Park', 0.99, 1.03],
    ['Great American Ball Park', 0.98, 1.08],
    ['Dodger Stadium', 1, 0.98],
    ['UNIQLO Field at Dodger Stadium', 1, 0.98],
    ['Busch Stadium', 1.02, 0.97],
    ['Wrigley Field', 1, 1],
    ['', 1, 1],
  ])('of "%s" are %d for strikeouts and %d for hits', (venue, strikeouts, hits) => {
    expect(parkMultiplier(venue, 'strikeouts')).toBe(strikeouts)
    expect(parkMultiplier(venue, 'hits-allowed')).toBe(hits)
  })
})

describe('H3 projection', () => {
  const recent = { average: 7.8, averageInnings: 6.1 }
  const opponent = (average: number | null, games: number) => ({ average, games })

  it.each([
    // (0.4 · 8 + 0.4 · 7.8 + 0.2 · 10.2 · 6.1 / 9) / 1
    ['all parts known', recent, opponent(8, 5), 10.2, 7.702_667],
    // (0.2 · 8 + 0.4 · 7.8 + 0.2 · 6.913…) / 0.8
    ['two games against the opponent', recent, opponent(8, 2), 10.2, 7.628_333],
    // (0.4 · 7.8 + 0.2 · 6.913…) / 0.6
    ['no games against the opponent', recent, opponent(null, 0), 10.2, 7.504_444],
    // (0.4 · 8 + 0.4 · 7.8) / 0.8
    ['no season rate', recent, opponent(8, 5), null, 7.9],
    ['no recent starts', { average: null, averageInnings: null }, opponent(8, 3), 10.2, 8],
  ])('weights the known parts: %s', (_what, form, history, per9, expected) => {
    expect(projection({ recent: form, opponent: history, per9, parkMultiplier: 1 })).toBeCloseTo(expected, 6)
  })
  it('is null when nothing is known', () => {
    const nothing = { average: null, averageInnings: null }
    expect(
      projection({ recent: nothing, opponent: opponent(null, 0), per9: 9, parkMultiplier: 1 }),
    ).toBeNull()
  })
  it('is between its smallest and largest known part', () => {
    const part = fc.option(fc.double({ min: 0, max: 15, noNaN: true }))
    fc.assert(
      fc.property(part, part, part, fc.nat(9), (average, against, per9, games) => {
        const form = { average, averageInnings: average === null ? null : 6 }
        const parts = [average, against, average === null || per9 === null ? null : (per9 * 6) / 9]
        const known = parts.filter((each) => each !== null)
        const found = projection({
          recent: form,
          opponent: opponent(against, games),
          per9,
          parkMultiplier: 1,
        })
        if (found === null) expect(known).toEqual([])
        else {
          expect(found).toBeGreaterThanOrEqual(Math.min(...known) - 1e-9)
          expect(found).toBeLessThanOrEqual(Math.max(...known) + 1e-9)
        }
      }),
    )
  })

  it('H4 and edge z of a pitcher equal a calculation by hand to three decimals', () => {
    // Recent 7, 9, 6, 8, 9: average 7.8; outs 18 18 17 20 19: 92 / 15 = 6.1333 innings; squares around 7.8:
    // 0.64 + 1.44 + 3.24 + 0.04 + 1.44 = 6.8, / 4 = 1.7, root 1.303840. Against the opponent 6, 9, 9: 8,
    // weight 0.4. Season 10.2 · 6.13333 / 9 = 6.951111, weight 0.2. 0.4 · 8 + 0.4 · 7.8 + 0.2 · 6.951111 =
    // 7.710222; Oracle 1.03: 7.941529. z = (7.941529 − 6.5) / 1.30384 = 1.105604.
    const outs = [18, 18, 17, 20, 19]
    const recentGames = [7, 9, 6, 8, 9].map((strikeOuts, index) => ({
      strikeOuts,
      outs: outs[index] ?? 0,
      hits: 5,
    }))
    const found = assessPitcher('strikeouts', {
      recent: recentGames,
      vsOpponent: starts([6, 9, 9]),
      per9: 10.2,
      venueName: 'Oracle Park',
      line: 6.5,
    })
    expect(found.projected).toBeCloseTo(7.942, 3)
    expect(found.z).toBe(1.11)
    expect(found.recent.stdDev).toBeCloseTo(1.304, 3)
    expect(found).toMatchObject({ signal: 'HIGH', parkMultiplier: 1.03, opponent: { games: 3, average: 8 } })
  })
})

describe('H4 edge z', () => {
  it.each([
    [8.1, 6.5, 2, 0.8],
    [8.1, 6.5, 0.4, 1.6],
    [7.7, 6.5, null, 1],
    [5.3, 6.5, null, -1],
    [6.3, 5.5, 1, 0.8],
    [20, 3.5, 1, 3],
    [0, 9.5, 1, -3],
    [5.849, 5.5, 1, 0.35],
    [5.844, 5.5, 1, 0.34],
    [6.2951, 5.5, 1, 0.8],
    [5.504, 5.5, 1, 0],
    [5.496, 5.5, 1, 0],
  ])('for projection %d, line %d and spread %s is %d', (projected, line, stdDev, z) =>
    expect(edgeZ(projected, line, stdDev)).toBe(z),
  )
  it('is null without a projection or a line', () => {
    expect(edgeZ(null, 5.5, 1)).toBeNull()
    expect(edgeZ(5.5, null, 1)).toBeNull()
  })
  it.each([
    [0.4, 0.47, 0.53, true],
    [0.4, 0.53, 0.47, false],
    [-0.2, 0.53, 0.47, true],
    [-0.2, 0.45, 0.55, false],
    [0.4, 0.4, 0.4, false],
    [0, 0.9, 0.1, false],
    [null, 0.9, 0.1, false],
    [0.4, 0.496, 0.504, false],
    [0.4, 0.494, 0.506, true],
  ])('of %s disagrees with chances of %d (over) and %d (under): %s', (z, over, under, disagrees) =>
    expect(engineDisagrees(z, over, under)).toBe(disagrees),
  )
})
