import { describe, expect, it } from 'vitest'
import { meanOf } from '../../../../engine/forecast.ts'
import { listStatNames } from '../../stat-types.ts'
import type { BatterInput, BattingTotals, EarlierPitching, PitchingTotals } from '../input.ts'
import { batterInput } from '../testing/batter-input.ts'
import { batting } from '../testing/pitcher-input.ts'
import { forecastBatter } from './forecast-batter.ts'

const LEAGUE = batting(1600)
const input = (more: Partial<BatterInput> = {}): BatterInput => batterInput(more, { league: LEAGUE })
const season = (own: BattingTotals, year = 2025, league = batting(4860)) => ({ season: year, own, league })
const STATS = listStatNames('hitting')
const forecasts = (of: BatterInput) => {
  const result = forecastBatter(of, STATS)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const mean = (of: BatterInput, stat: string): number => {
  const found = forecasts(of).find((forecast) => forecast.stat === stat)
  return found ? meanOf(found.distribution) : Number.NaN
}
/** A season of 150 games with a multiple of the league's home runs. */
const slugger = (times: number): BattingTotals => {
  const usual = batting(150 / 9)
  return { ...usual, homeRuns: times * usual.homeRuns }
}

describe('earlier seasons of a batter', () => {
  it('do not change the forecast when there are none, or only the current or too old ones', () => {
    const alone = forecasts(input())
    for (const earlier of [null, [], [season(slugger(3), 2026)], [season(slugger(3), 2019)]]) {
      expect(forecasts(input({ earlier }))).toEqual(alone)
    }
  })

  it('shift the forecast toward the player’s earlier rates, a recent season more than an older one', () => {
    const homers = (earlier?: BatterInput['earlier']) => mean(input(earlier ? { earlier } : {}), 'Home Runs')
    const alone = homers()
    const last = homers([season(slugger(3))])
    const before = homers([season(slugger(3), 2024)])
    expect(before).toBeGreaterThan(alone * 1.2)
    expect(last).toBeGreaterThan(before)
    expect(homers([season(slugger(0.2))])).toBeLessThan(homers([season(slugger(1))]))
  })

  it('are compared with their own league: a season counts more in a low-scoring one', () => {
    const inLeague = (rate: number) =>
      mean(
        input({ earlier: [season(slugger(1.5), 2025, batting(4860, { homeRuns: rate * 4860 }))] }),
        'Home Runs',
      )
    expect(inLeague(0.9)).toBeGreaterThan(inLeague(1.3))
    expect(inLeague(1.3)).toBeGreaterThan(inLeague(1.7))
  })

  it('narrow the interval', () => {
    const width = (of: BatterInput) => {
      const [{ low, high }] = forecasts(of) as [ReturnType<typeof forecasts>[number]]
      return meanOf(high) - meanOf(low)
    }
    expect(width(input({ earlier: [season(slugger(1))] }))).toBeLessThan(width(input()))
  })

  it('give finite forecasts for invalid totals', () => {
    const nonsense = { ...slugger(1), hits: Number.NaN, strikeOuts: -5, homeRuns: 9_000, doubles: Infinity }
    const empty = batting(0)
    for (const earlier of [
      [season(nonsense)],
      [season(empty, 2025, empty)],
      [season(slugger(1), 2025, empty)],
    ]) {
      for (const { distribution } of forecasts(input({ earlier }))) {
        expect(distribution.atLeast.every(Number.isFinite)).toBe(true)
      }
    }
  })

  it('count for the opposing starter, except those of a reliever', () => {
    const own: PitchingTotals = {
      games: 30,
      starts: 30,
      battersFaced: 740,
      hits: 130,
      homeRuns: 18,
      earnedRuns: 60,
      baseOnBalls: 50,
      hitByPitch: 6,
      strikeOuts: 260,
    }
    const against = (earlier: readonly EarlierPitching[]) =>
      mean(input({ opposingStarter: { throws: 'R', games: [], earlier } }), 'Hits')
    const league = batting(4860)
    expect(against([{ season: 2025, own, league }])).toBeLessThan(against([]))
    expect(against([{ season: 2025, own: { ...own, starts: 2 }, league }])).toBe(against([]))
  })
})
