import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineOdds, meanOf, type StatForecast } from '../../../../engine/forecast.ts'
import type { PitcherInput } from '../input.ts'
import { batting, LEAGUE, pitcherInput, start, starts } from '../testing/pitcher-input.ts'
import { PITCHER_STEPS } from './explanation-steps.ts'
import { explainPitcherStats, forecastPitcher } from './forecast-pitcher.ts'
import { PITCHER_STATS } from './stat-chances.ts'

const forecasts = (
  input: PitcherInput,
  stats: readonly string[] = PITCHER_STATS,
): readonly StatForecast[] => {
  const result = forecastPitcher(input, stats)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const one = (input: PitcherInput, stat: string): StatForecast => {
  const [forecast] = forecasts(input, [stat])
  if (!forecast) throw new Error(stat)
  return forecast
}
const over = (input: PitcherInput, stat: string, line: number): number =>
  lineOdds(one(input, stat).distribution, line).over

/** A start with consistent counts. */
const realStart = fc
  .record({
    outs: fc.integer({ min: 1, max: 27 }),
    hits: fc.integer({ min: 0, max: 10 }),
    baseOnBalls: fc.integer({ min: 0, max: 5 }),
    share: fc.double({ min: 0, max: 0.8, noNaN: true }),
    earnedRuns: fc.integer({ min: 0, max: 7 }),
  })
  .map(({ outs, hits, baseOnBalls, share, earnedRuns }) =>
    start({
      outs,
      hits,
      baseOnBalls,
      earnedRuns,
      strikeOuts: Math.round(share * outs),
      battersFaced: outs + hits + baseOnBalls,
    }),
  )

function expectDistribution({ distribution, mean, low, high, range80, fairLine }: StatForecast): void {
  for (const { atLeast } of [distribution, low, high]) {
    expect(atLeast[0]).toBe(1)
    expect(atLeast.every((chance) => chance >= 0 && chance <= 1)).toBe(true)
    expect(atLeast.every((chance, k) => k === 0 || chance <= (atLeast[k - 1] ?? 1))).toBe(true)
  }
  expect(mean).toBeCloseTo(meanOf(distribution), 9)
  expect(range80.low).toBeLessThanOrEqual(range80.high)
  expect(Math.abs(fairLine % 1)).toBe(0.5)
  for (
    let line = distribution.least - 1;
    line < distribution.least + distribution.atLeast.length;
    line += 0.5
  ) {
    const { over, under, push } = lineOdds(distribution, line)
    expect(over + under + push).toBeCloseTo(1, 12)
    expect(over).toBeLessThanOrEqual(lineOdds(high, line).over + 1e-12)
    expect(over).toBeGreaterThanOrEqual(lineOdds(low, line).over - 1e-12)
  }
}

describe('forecastPitcher', () => {
  it('refuses with a reason', () => {
    const input = pitcherInput(starts(5))
    expect(forecastPitcher(input, ['1st Inning Runs Allowed'])).toEqual({ ok: false, reason: 'unknown stat' })
    expect(forecastPitcher(input, ['Hits'])).toEqual({ ok: false, reason: 'unknown stat' })
    expect(forecastPitcher(pitcherInput([]), ['Strikeouts'])).toEqual({ ok: false, reason: 'no starts' })
    const relief = [start({ started: false })]
    expect(forecastPitcher(pitcherInput(relief), ['Strikeouts'])).toEqual({ ok: false, reason: 'no starts' })
  })

  it('resolves aliases and keeps the requested order', () => {
    const names = ['Strikeouts', 'Pitching Outs', 'Pitcher Hits Allowed']
    expect(forecasts(pitcherInput(starts(5)), names).map(({ stat }) => stat)).toEqual([
      'Pitcher Strikeouts',
      'Pitching Outs',
      'Hits Allowed',
    ])
  })

  it('returns distributions inside their bands for any realistic starts', () => {
    fc.assert(
      fc.property(fc.array(realStart, { minLength: 1, maxLength: 12 }), fc.boolean(), (games, home) => {
        for (const forecast of forecasts(pitcherInput(games, { home }))) expectDistribution(forecast)
      }),
      { numRuns: 30 },
    )
  })

  it('ignores games of the day or later', () => {
    const earlier = starts(6)
    const later = [start({ date: '2026-07-02', strikeOuts: 15 }), start({ date: '2026-07-07', outs: 27 })]
    expect(forecasts(pitcherInput([...earlier, ...later]))).toEqual(forecasts(pitcherInput(earlier)))
  })

  it('approaches the pitcher’s own rate with more starts', () => {
    const means = [1, 4, 16].map(
      (count) => one(pitcherInput(starts(count, { strikeOuts: 10 })), 'Pitcher Strikeouts').mean,
    )
    expect(means).toEqual(means.toSorted((a, b) => a - b))
    expect(means[0]).toBeGreaterThan(5)
    expect(means[2]).toBeLessThan(10)
  })

  it('narrows the band with more starts', () => {
    const width = (count: number): number => {
      const { low, high } = one(pitcherInput(starts(count)), 'Pitcher Strikeouts')
      return meanOf(high) - meanOf(low)
    }
    expect(width(2)).toBeGreaterThan(width(6))
    expect(width(6)).toBeGreaterThan(width(18))
  })

  it('forecasts a short start for an opener', () => {
    const opener = starts(8, {
      battersFaced: 4,
      outs: 3,
      strikeOuts: 1,
      hits: 1,
      baseOnBalls: 0,
      homeRuns: 0,
    })
    const forecast = one(pitcherInput(opener), 'Pitching Outs')
    expect(forecast.mean).toBeLessThan(7)
    expect(lineOdds(forecast.distribution, 14.5).over).toBeLessThan(0.2)
  })

  it('forecasts more strikeouts against a club with more strikeouts', () => {
    const against = (strikeOuts: number): number =>
      over(pitcherInput(starts(8), { opponent: batting(80, { strikeOuts }) }), 'Pitcher Strikeouts', 5.5)
    expect(against(880)).toBeGreaterThan(against(696))
    expect(against(696)).toBeGreaterThan(against(520))
  })

  it('follows the rates of the current league', () => {
    const hits = (league: number): number =>
      one(
        pitcherInput(
          starts(3),
          { opponent: null },
          { league: batting(2400, { hits: league * LEAGUE.hits }) },
        ),
        'Hits Allowed',
      ).mean
    expect(hits(0.85) / hits(1)).toBeGreaterThan(0.84)
    expect(hits(0.85) / hits(1)).toBeLessThan(0.92)
  })

  it('returns distributions without opponent, hand or hit batters', () => {
    const games = starts(6, { hitByPitch: null })
    for (const forecast of forecasts(pitcherInput(games, { opponent: null, throws: null })))
      expectDistribution(forecast)
  })

  it('explains step by step from a usual starter to the forecast', () => {
    const ace = starts(12, { strikeOuts: 9, hits: 4, battersFaced: 26, outs: 20 })
    const input = pitcherInput(ace, { opponent: batting(80, { strikeOuts: 600 }) })
    const result = explainPitcherStats(input, ['Strikeouts'])
    if (!result.ok) throw new Error(result.reason)
    const chance = Object.fromEntries(
      (result.value[0]?.steps ?? []).map(({ factor, distribution }) => [
        factor,
        lineOdds(distribution, 6.5).over,
      ]),
    )
    expect(Object.keys(chance)).toEqual([...PITCHER_STEPS])
    expect(chance['start length']).toBeGreaterThan(chance['usual starter'] ?? 1)
    expect(chance['own rates']).toBeGreaterThan(chance['start length'] ?? 1)
    expect(chance.opponent).toBeLessThan(chance['own rates'] ?? 0)
    expect(chance['time of year']).toBe(over(input, 'Pitcher Strikeouts', 6.5))
  })
})
