import { describe, expect, it } from 'vitest'
import { lineOdds, meanOf } from '../../../../engine/forecast.ts'
import { listStatNames } from '../../stat-types.ts'
import type { BatterGame, BatterInput, BattingTotals } from '../input.ts'
import { batterGame, batterInput } from '../testing/batter-input.ts'
import { BATTING } from './constants.ts'
import { forecastBatter } from './forecast-batter.ts'

const STATS = listStatNames('hitting')

const league = (games: number): BattingTotals => {
  const plateAppearances = games * 38
  const { plateAppearances: _, ...rates } = BATTING.league.rates
  const counts = Object.entries(rates).map(([field, rate]) => [field, rate * plateAppearances])
  return {
    games,
    plateAppearances,
    ...(Object.fromEntries(counts) as Omit<BattingTotals, 'games' | 'plateAppearances'>),
  }
}

const game = (at: number, more: Partial<BatterGame> = {}): BatterGame =>
  batterGame({
    date: `2026-0${4 + Math.floor(at / 28)}-${String(1 + (at % 28)).padStart(2, '0')}`,
    hits: at % 2,
    runs: at % 2,
    baseOnBalls: at % 3 === 0 ? 1 : 0,
    home: at % 2 === 0,
    slot: null,
    started: null,
    ...more,
  })

const input = (more: Partial<BatterInput> = {}): BatterInput =>
  batterInput(
    { home: true, games: Array.from({ length: 60 }, (_, at) => game(at)), slot: null, ...more },
    { league: league(2400) },
  )

const forecasts = (of: BatterInput, stats: readonly string[] = STATS) => {
  const result = forecastBatter(of, stats)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const over = (of: BatterInput, stat: string, line: number): number => {
  const [forecast] = forecasts(of, [stat])
  return forecast ? lineOdds(forecast.distribution, line).over : Number.NaN
}

describe('forecastBatter', () => {
  it('returns every batter stat under its canonical name, in the requested order', () => {
    expect(forecasts(input()).map(({ stat }) => stat)).toEqual(STATS)
    expect(forecasts(input(), ['H+R+RBI']).map(({ stat }) => stat)).toEqual(['Hits+Runs+RBIs'])
  })

  it.each(['Pitcher Strikeouts', 'Touchdowns', ''])('refuses the unknown stat %j', (stat) => {
    expect(forecastBatter(input(), ['Hits', stat])).toEqual({ ok: false, reason: 'unknown stat' })
  })

  it('refuses a batter without plate appearances', () => {
    const none = { ok: false, reason: 'no games' }
    expect(forecastBatter(input({ games: [] }), STATS)).toEqual(none)
    expect(forecastBatter(input({ games: [game(0, { plateAppearances: 0 })] }), STATS)).toEqual(none)
  })

  it('ignores games of the day or later', () => {
    const later = ['2026-07-01', '2026-07-02', '2027-01-01'].map((date) =>
      game(0, { date, hits: 4, homeRuns: 4 }),
    )
    const { games } = input()
    expect(forecasts(input({ games: [...games, ...later] }))).toEqual(forecasts(input()))
    const starter = { throws: 'L' as const, games: [] }
    const shelled = {
      date: '2026-07-01',
      home: true,
      opponent: 'NYY',
      park: null,
      started: true,
      battersFaced: 20,
      outs: 3,
      strikeOuts: 0,
      hits: 15,
      homeRuns: 5,
      earnedRuns: 12,
      baseOnBalls: 2,
      hitByPitch: null,
    }
    expect(forecasts(input({ opposingStarter: { ...starter, games: [shelled] } }))).toEqual(
      forecasts(input({ opposingStarter: starter })),
    )
  })

  it('returns decreasing over chances that sum to one and stay inside the band', () => {
    for (const { stat, distribution, low, high, mean, range80 } of forecasts(input())) {
      let before = 1
      for (let line = 0; line < distribution.atLeast.length; line += 0.5) {
        const odds = lineOdds(distribution, line)
        expect(odds.over + odds.under + odds.push, stat).toBeCloseTo(1, 12)
        expect(odds.over, stat).toBeLessThanOrEqual(before)
        expect(lineOdds(low, line).over, stat).toBeLessThanOrEqual(odds.over + 1e-3)
        expect(lineOdds(high, line).over, stat).toBeGreaterThanOrEqual(odds.over - 1e-3)
        before = odds.over
      }
      expect(mean).toBeCloseTo(meanOf(distribution), 12)
      expect(range80.low).toBeLessThanOrEqual(range80.high)
    }
  })

  it('approaches the player’s own rate with more games, and narrows the interval', () => {
    const hot = (n: number) =>
      input({ games: Array.from({ length: n }, (_, at) => game(at, { hits: 3, strikeOuts: 0 })) })
    const chances = [5, 20, 80].map((n) => over(hot(n), 'Hits', 1.5))
    expect(chances[0]).toBeLessThan(chances[1] ?? 0)
    expect(chances[1]).toBeLessThan(chances[2] ?? 0)
    const width = (n: number) => {
      const [hits] = forecasts(hot(n), ['Hits'])
      return hits ? lineOdds(hits.high, 1.5).over - lineOdds(hits.low, 1.5).over : 0
    }
    expect(width(80)).toBeLessThan(width(20))
  })

  it('has a narrower interval against a starter with games than against an unknown one', () => {
    const start = {
      date: '2026-06-01',
      home: true,
      opponent: 'NYY',
      park: null,
      started: true,
      battersFaced: 25,
      outs: 18,
      strikeOuts: 5,
      hits: 6,
      homeRuns: 1,
      earnedRuns: 3,
      baseOnBalls: 2,
      hitByPitch: 0,
    }
    const width = (opposingStarter: BatterInput['opposingStarter']) => {
      const [hits] = forecasts(input({ opposingStarter }), ['Hits'])
      return hits ? lineOdds(hits.high, 0.5).over - lineOdds(hits.low, 0.5).over : Number.NaN
    }
    const experienced = { throws: null, games: Array.from({ length: 30 }, () => start) }
    expect(width(experienced)).toBeLessThan(width(null))
    expect(width({ throws: null, games: [] })).toBe(width(null))
  })

  it('forecasts more for the first batting-order place than for the ninth', () => {
    for (const stat of ['Hits', 'Runs', 'Hits+Runs+RBIs'])
      expect(over(input({ slot: 1 }), stat, 0.5)).toBeGreaterThan(over(input({ slot: 9 }), stat, 0.5))
  })

  it('forecasts more home runs in a park with a high home run factor', () => {
    const park = { single: 1, double: 1, triple: 1, homeRun: 1.3, strikeOut: 1, walk: 1 }
    const there = input({ home: false, setting: { ...input().setting, park } })
    expect(over(there, 'Home Runs', 0.5)).toBeGreaterThan(
      1.15 * over(input({ home: false }), 'Home Runs', 0.5),
    )
  })
})
