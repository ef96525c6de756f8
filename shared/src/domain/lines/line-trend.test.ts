import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HittingLogGame, PitchingLogGame } from '../sports/mlb/stat-types.ts'
import { findStatType } from '../sports/mlb/stat-types.ts'
import { lineTrend, reasoning, trend } from './line-trend.ts'

describe('trend', () => {
  it('N10: compares the last 5 games with the last 10, with a margin of 0.05', () => {
    expect(trend([9, 9, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1])).toEqual({ short: 1, long: 0.5, direction: 'up' })
    expect(trend([1, 1, 1, 1, 1, 0, 0, 0, 0, 0])?.direction).toBe('down')
    expect(trend([1, 1, 1, 1, 1, 1, 1, 1, 1, 1])?.direction).toBe('flat')
  })

  it('N10: is flat at exactly the margin, despite floating-point error', () => {
    const half = [1, 1, 0, 1, 1, 1, 1, 0] // 0.8 against 0.75
    for (let more = 0; more < 40; more++) {
      expect(trend(half.map((value) => value + more))?.direction).toBe('flat')
      expect(trend(half.map((value) => more - value))?.direction).toBe('flat')
    }
  })

  it('is null while both averages cover the same games', () => {
    expect(trend([])).toBeNull()
    expect(trend([1, 2, 3, 4, 5])).toBeNull()
    expect(trend([1, 2, 3, 4, 5, 6])).not.toBeNull()
  })

  it('N10: does not change when every value increases by the same amount', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10), { minLength: 6, maxLength: 25 }), fc.nat(5), (values, more) => {
        expect(trend(values.map((value) => value + more))?.direction).toBe(trend(values)?.direction)
      }),
      { numRuns: 2_000 },
    )
  })
})

const day = (index: number): string => `2026-06-${String(index + 1).padStart(2, '0')}`

const hits = (values: number[]): HittingLogGame[] =>
  values.map((value, index) => ({
    date: day(index),
    opponent: 'SEA',
    homeAway: index % 2 ? 'HOME' : 'AWAY',
    plateAppearances: 4,
    hits: value,
    doubles: 0,
    triples: 0,
    homeRuns: 0,
    runs: 0,
    rbi: 0,
    baseOnBalls: 0,
    hitByPitch: 0,
    stolenBases: 0,
    strikeOuts: 0,
  }))

const outing = (strikeOuts: number, started: boolean): PitchingLogGame => ({
  date: day(0),
  opponent: 'TEX',
  homeAway: 'HOME',
  started,
  outs: 15,
  strikeOuts,
  hits: 4,
  earnedRuns: 2,
  baseOnBalls: 1,
})

const stat = (name: string) => {
  const found = findStatType(name)
  if (!found) throw new Error(name)
  return found
}

describe('lineTrend', () => {
  it('N10: uses the last 25 games and rates the window', () => {
    const values = [...Array.from({ length: 10 }, () => 9), ...Array.from({ length: 25 }, (_, i) => i % 3)]
    const found = lineTrend(stat('Hits'), 1, { group: 'hitting', games: hits(values) }, 10)
    expect(found.bars).toHaveLength(25)
    expect(found.bars.every((bar) => bar.value < 9)).toBe(true)
    expect(found.counts).toEqual({ over: 3, under: 4, push: 3, games: 10, rate: 3 / 7 })
    expect(found.average).toBeCloseTo(0.9)
  })

  it('excludes games without a plate appearance', () => {
    const [first, runner, last] = hits([2, 0, 1])
    if (!first || !runner || !last) throw new Error('three games')
    const games = [first, { ...runner, plateAppearances: 0 }, last]
    const found = lineTrend(stat('Hits'), 0.5, { group: 'hitting', games }, 10)
    expect(found.counts).toMatchObject({ over: 2, under: 0, games: 2 })
    expect(found.bars.map((bar) => bar.value)).toEqual([2, 1])
  })

  it('marks a push and keeps its result as UNDER', () => {
    const found = lineTrend(stat('Hits'), 1, { group: 'hitting', games: hits([0, 1, 2]) }, 5)
    expect(found.bars.map(({ result, push }) => [result, push])).toEqual([
      ['UNDER', undefined],
      ['UNDER', true],
      ['OVER', undefined],
    ])
  })

  it('N9: counts only the starts of a pitcher', () => {
    const games = [outing(7, true), outing(2, false), outing(5, true)]
    const found = lineTrend(stat('Pitcher Strikeouts'), 5.5, { group: 'pitching', games }, 10)
    expect(found.bars.map((bar) => bar.value)).toEqual([7, 5])
  })

  it('is empty for a log of the other group', () => {
    const found = lineTrend(stat('Hits'), 0.5, { group: 'pitching', games: [outing(7, true)] }, 10)
    expect(found).toMatchObject({ bars: [], average: null, trend: null })
    expect(found.counts.rate).toBeNull()
    expect(reasoning(found, 0.5, null)).toBe('No games this season.')
  })
})

describe('reasoning', () => {
  const reasoningFor = (
    values: number[],
    line: number,
    window: number,
    side: 'OVER' | 'UNDER' | null,
  ): string =>
    reasoning(lineTrend(stat('Hits'), line, { group: 'hitting', games: hits(values) }, window), line, side)

  it.each([
    [
      [2, 0, 4, 2, 3, 2, 0, 1, 2, 3],
      1.5,
      10,
      'OVER',
      'Over in 7 of the last 10; 1.9 a game against a line of 1.5; 3 of the last 5 over.',
    ],
    [[1, 0, 1], 1.5, 5, 'UNDER', 'Under in all of the last 3; 0.7 a game against a line of 1.5.'],
    [
      [0, 0, 0, 0, 0, 1],
      1,
      10,
      null,
      'Over in none of the last 6, 1 push; 0.2 a game against a line of 1; none of the last 5 over.',
    ],
  ] as const)('N11: contains only figures from the games: %j', (values, line, window, side, text) => {
    expect(reasoningFor([...values], line, window, side)).toBe(text)
  })

  it('rounds an average of 1.45, which is less as a floating-point number, to 1.5', () => {
    const values = Array.from({ length: 20 }, (_, game) => (game < 9 ? 2 : 1))
    expect(reasoningFor(values, 0.5, 20, 'OVER')).toContain('; 1.5 a game against')
  })

  it.each([
    [
      1.5,
      { call: 'OVER', chance: 0.626, low: 0.571, high: 0.694, push: 0 },
      'Over 63% likely (57–69; model alone); over in 3 of the last 4; 1.5 a game against a line of 1.5.',
    ],
    [
      2,
      { call: 'UNDER', chance: 0.5, low: 0.41, high: 0.55, push: 0.31 },
      'Under 50% likely (41–55; model alone), 31% chance of a push; under in 1 of the last 4, 3 pushes; 1.5 a game against a line of 2.',
    ],
  ] as const)('N11: separates the forecast from the games for a line of %d', (line, chances, text) => {
    const games = { group: 'hitting', games: hits([2, 2, 2, 0]) } as const
    const rest = { mean: 1.6, fairLine: 1.8, basis: 'model', price: null } as const
    const forecast = { ...chances, alone: chances.chance, ...rest }
    expect(reasoning(lineTrend(stat('Hits'), line, games, 5), line, chances.call, forecast)).toBe(text)
  })
})
