import { describe, expect, it } from 'vitest'
import { PITCHING } from './fitted/pitching.ts'
import type { PitchingTotals } from './input.ts'
import { batting } from './testing/pitcher-input.ts'
import { battingSeasons, pitchingSeasons } from './earlier-seasons.ts'

const LEAGUE = batting(4860)
const pitched = (more: Partial<PitchingTotals> = {}): PitchingTotals => ({
  games: 32,
  starts: 32,
  battersFaced: 780,
  hits: 170,
  homeRuns: 25,
  earnedRuns: 85,
  baseOnBalls: 60,
  hitByPitch: 8,
  strikeOuts: 180,
  ...more,
})

describe('weights of earlier seasons', () => {
  it('are set for the last two seasons before the current one', () => {
    const seasons = [2026, 2025, 2024, 2023].map((season) => ({ season, own: batting(150), league: LEAGUE }))
    const weighed = battingSeasons(seasons, '2026-04-02', PITCHING.league)
    expect(weighed.map(({ share }) => share)).toEqual([0.8, 0.6])
    expect(battingSeasons(null, '2026-04-02', PITCHING.league)).toEqual([])
  })

  it('exclude seasons that a pitcher mostly spent in relief', () => {
    const owns = [pitched(), pitched({ starts: 16 }), pitched({ starts: 0 })]
    const weighed = pitchingSeasons(
      owns.map((own) => ({ season: 2025, own, league: LEAGUE })),
      '2026-04-02',
      PITCHING.league,
    )
    expect(weighed.map(({ own }) => own)).toEqual([pitched()])
  })

  it('count invalid numbers as zero', () => {
    const own = pitched({ hits: Number.NaN, strikeOuts: -3, homeRuns: Number.POSITIVE_INFINITY })
    const league = batting(4860, { hits: Number.NaN })
    const [weighed] = pitchingSeasons([{ season: 2025, own, league }], '2026-04-02', PITCHING.league)
    expect(weighed?.own).toEqual(pitched({ hits: 0, strikeOuts: 0, homeRuns: 0 }))
    expect(Object.values(weighed?.league ?? {}).every(Number.isFinite)).toBe(true)
  })
})
