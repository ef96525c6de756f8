import { describe, expect, it } from 'vitest'
import { meanOf } from '../../../../engine/forecast.ts'
import type { EarlierPitching, PitcherInput, PitchingTotals } from '../input.ts'
import { batting, pitcherInput, starts } from '../testing/pitcher-input.ts'
import { forecastPitcher } from './forecast-pitcher.ts'

const SEASON: PitchingTotals = {
  games: 32,
  starts: 32,
  battersFaced: 780,
  hits: 170,
  homeRuns: 25,
  earnedRuns: 85,
  baseOnBalls: 60,
  hitByPitch: 8,
  strikeOuts: 180,
}
const season = (own: Partial<PitchingTotals>, year = 2025, league = batting(4860)): EarlierPitching => ({
  season: year,
  own: { ...SEASON, ...own },
  league,
})
const forecasts = (more: Partial<PitcherInput>) => {
  const result = forecastPitcher(pitcherInput(starts(8), more), ['Pitcher Strikeouts', 'Pitching Outs'])
  if (!result.ok) throw new Error(result.reason)
  return result.value
}
const mean = (earlier: readonly EarlierPitching[] | null): number => {
  const [forecast] = forecasts({ earlier })
  return forecast ? meanOf(forecast.distribution) : Number.NaN
}

describe('earlier seasons of a pitcher', () => {
  it('do not change the forecast when there are none, or only current, too old or relief ones', () => {
    const alone = forecasts({})
    for (const earlier of [null, [], [season({}, 2026)], [season({}, 2023)], [season({ starts: 3 })]]) {
      expect(forecasts({ earlier })).toEqual(alone)
    }
  })

  it('shift the strikeouts toward earlier rates, a recent season more than an older one', () => {
    const many = { strikeOuts: 260 }
    expect(mean([season(many, 2024)])).toBeGreaterThan(mean(null))
    expect(mean([season(many)])).toBeGreaterThan(mean([season(many, 2024)]))
    expect(mean([season({ strikeOuts: 110 })])).toBeLessThan(mean(null))
  })

  it('are compared with their own league', () => {
    const in2025 = (perGame: number) => season({}, 2025, batting(4860, { strikeOuts: perGame * 4860 }))
    expect(mean([in2025(7.5)])).toBeGreaterThan(mean([in2025(9.5)]))
  })

  it('give finite forecasts for invalid totals', () => {
    const nonsense = season({ strikeOuts: Number.NaN, hits: -2, battersFaced: 10, homeRuns: 9_000 })
    for (const earlier of [[nonsense], [season({}, 2025, batting(0))]]) {
      for (const { distribution } of forecasts({ earlier })) {
        expect(distribution.atLeast.every(Number.isFinite)).toBe(true)
      }
    }
  })
})
