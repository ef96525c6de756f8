import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EngineResult, lineOdds, type StatForecast } from '../../../engine/forecast.ts'
import { listStatNames } from '../stat-types.ts'
import { explainBatterStats, forecastBatter } from './batter/forecast-batter.ts'
import type { Explanation } from './explanation-notes.ts'
import type { BatterInput, PitcherInput } from './input.ts'
import { explainPitcherStats, forecastPitcher } from './pitcher/forecast-pitcher.ts'

const ODD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, -0, 0.5, 1e9, 1e300]
const count = fc.oneof({ weight: 6, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.constantFrom(...ODD) })
const season = fc.oneof(fc.nat(100_000), fc.constantFrom(...ODD))
const factor = fc.constantFrom(0, 1, 1.2, -1, 100, 1e-9, Number.NaN, Number.POSITIVE_INFINITY)
const hand = fc.constantFrom(null, 'L' as const, 'R' as const)
const slot = fc.constantFrom(null, 0, 1, 9, 10, 2.5, -3, Number.NaN)
/** Dates in any order, repeated, in the future, or invalid. */
const date = fc.constantFrom('2026-04-01', '2026-06-30', '2026-05-02', '2026-07-01', '2026-13-45', '', 'x')

const each = <K extends string, V>(names: readonly K[], value: fc.Arbitrary<V>): fc.Arbitrary<Record<K, V>> =>
  fc
    .tuple(...names.map(() => value))
    .map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])) as Record<K, V>)
const BATTING = [
  'plateAppearances',
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'runs',
  'rbi',
  'baseOnBalls',
  'hitByPitch',
  'strikeOuts',
  'stolenBases',
] as const
const PITCHING = [
  'battersFaced',
  'outs',
  'strikeOuts',
  'hits',
  'homeRuns',
  'earnedRuns',
  'baseOnBalls',
  'hitByPitch',
] as const
const PARK = ['single', 'double', 'triple', 'homeRun', 'strikeOut', 'walk'] as const

const where = { home: fc.boolean() }
/** Counts that a source may lack. */
const OPTIONAL = ['runs', 'rbi', 'hitByPitch', 'stolenBases'] as const
const totals = fc
  .tuple(each([...BATTING, 'games'], season), each(OPTIONAL, fc.option(season)))
  .map(([counts, optional]) => ({ ...counts, ...optional }))
const park = fc.option(each(PARK, factor))
const nothing = each([...BATTING, 'games'], fc.constant(0))
const setting = fc.record({ date, league: fc.oneof(totals, nothing), park, weather: fc.constant(null) })
const batterGame = fc
  .tuple(
    each(BATTING, count),
    each(OPTIONAL, fc.option(count, { freq: 20 })),
    fc.record({ ...where, date, slot, started: fc.constantFrom(null, true, false) }),
  )
  .map(([counts, optional, game]) => ({ ...counts, ...optional, ...game }))
const pitcherGame = fc
  .tuple(each(PITCHING, count), fc.record({ ...where, date, started: fc.boolean() }))
  .map(([counts, game]) => ({ ...counts, ...game }))
const year = fc.constantFrom(2025, 2024, 2026, 2023.5, Number.NaN)
const earlier = fc.option(
  fc.array(fc.record({ season: year, own: totals, league: fc.oneof(totals, nothing) }), { maxLength: 3 }),
)
const earlierPitching = fc.option(
  fc.array(
    fc.record({
      season: year,
      own: each([...PITCHING, 'games', 'starts'], season),
      league: fc.oneof(totals, nothing),
    }),
    { maxLength: 3 },
  ),
)
const starts = fc.array(pitcherGame, { maxLength: 12 })
const batter: fc.Arbitrary<BatterInput> = fc.record({
  setting,
  slot,
  home: fc.boolean(),
  bats: fc.constantFrom(null, 'L', 'R', 'S'),
  games: fc.array(batterGame, { maxLength: 12 }),
  homePark: park,
  earlier,
  club: fc.option(totals),
  opposingStaff: fc.option(totals),
  opposingStarter: fc.option(fc.record({ throws: hand, games: starts, earlier: earlierPitching })),
})
const pitcher: fc.Arbitrary<PitcherInput> = fc.record({
  setting,
  home: fc.boolean(),
  throws: hand,
  games: starts,
  earlier: earlierPitching,
  opponent: fc.option(totals),
})

function expectValidForecasts(result: EngineResult<readonly StatForecast[]>): void {
  if (!result.ok) return
  for (const { stat, distribution, low, high, mean, fairLine, range80 } of result.value) {
    expect([mean, fairLine, range80.low, range80.high].every(Number.isFinite), stat).toBe(true)
    const { least, atLeast } = distribution
    for (let line = least - 1; line < least + atLeast.length + 1; line += 0.5) {
      const odds = lineOdds(distribution, line)
      expect(odds.over + odds.under + odds.push, `${stat} ${line}`).toBeCloseTo(1, 12)
      const falling = [1, lineOdds(high, line).over, odds.over, lineOdds(low, line).over, 0]
      expect(falling, `${stat} ${line}`).toEqual(falling.toSorted((a, b) => b - a))
      expect(lineOdds(distribution, line + 0.5).over).toBeLessThanOrEqual(odds.over)
    }
  }
}

function expectValidExplanations(
  explained: EngineResult<readonly Explanation[]>,
  forecast: EngineResult<readonly StatForecast[]>,
): void {
  if (!explained.ok || !forecast.ok) {
    expect(explained).toEqual(forecast)
    return
  }
  for (const [at, { steps }] of explained.value.entries()) {
    expect(steps.at(-1)?.distribution).toEqual(forecast.value[at]?.distribution)
    for (const { factor, note, distribution } of steps) {
      expect(
        distribution.atLeast.every((chance) => chance >= 0 && chance <= 1),
        factor,
      ).toBe(true)
      expect(note ?? '', factor).not.toMatch(/NaN|Infinity|undefined|null/)
      expect(note?.length ?? 0, factor).toBeLessThanOrEqual(200)
    }
  }
}

describe('engine with arbitrary input', () => {
  it('returns batter chances that are valid and inside their band', () => {
    fc.assert(
      fc.property(batter, (input) => expectValidForecasts(forecastBatter(input, listStatNames('hitting')))),
    )
  })
  it('returns pitcher chances that are valid and inside their band', () => {
    fc.assert(
      fc.property(pitcher, (input) =>
        expectValidForecasts(forecastPitcher(input, listStatNames('pitching'))),
      ),
    )
  })
  it('returns a batter explanation that ends at the forecast and contains no invalid figure', () => {
    const stats = listStatNames('hitting')
    fc.assert(
      fc.property(batter, (input) =>
        expectValidExplanations(explainBatterStats(input, stats), forecastBatter(input, stats)),
      ),
      { numRuns: 50 },
    )
  })
  it('returns a pitcher explanation that ends at the forecast and contains no invalid figure', () => {
    const stats = listStatNames('pitching')
    fc.assert(
      fc.property(pitcher, (input) =>
        expectValidExplanations(explainPitcherStats(input, stats), forecastPitcher(input, stats)),
      ),
      { numRuns: 50 },
    )
  })
})
