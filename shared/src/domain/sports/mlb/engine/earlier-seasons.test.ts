import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addSeasonTrials, battingSeasons, pitchingSeasons, seasonShare } from './earlier-seasons.ts'
import type { PitchingTotals } from './input.ts'
import { PITCHING } from './pitcher/constants.ts'
import { batting } from './testing/pitcher-input.ts'

describe('seasonShare', () => {
  it('is the published weight relative to the latest season', () => {
    expect([2025, 2024, 2023, 2022].map((season) => seasonShare('batting', season, '2026-04-02'))).toEqual([
      0.8, 0.6, 0.4, 0,
    ])
    expect([2025, 2024, 2023].map((season) => seasonShare('pitching', season, '2026-04-02'))).toEqual([
      2 / 3,
      1 / 3,
      0,
    ])
  })

  it.each([2026, 2027, 2025.5, Number.NaN, Number.NEGATIVE_INFINITY])('is zero for %s in 2026', (season) => {
    expect(seasonShare('batting', season, '2026-09-30')).toBe(0)
  })
})

describe('addSeasonTrials', () => {
  it('returns the current season when no other has trials', () => {
    expect(addSeasonTrials({ yes: 12, of: 80 }, 0.22, [])).toEqual({ yes: 12, of: 80 })
    const unplayed = { yes: 0, of: 0, leagueRate: 0.2, share: 0.8 }
    expect(addSeasonTrials({ yes: 12, of: 80 }, 0.22, [unplayed])).toEqual({ yes: 12, of: 80 })
  })

  it('adds trials at their share, unchanged when the league rate is the same', () => {
    const { yes, of } = addSeasonTrials({ yes: 12, of: 80 }, 0.22, [
      { yes: 100, of: 500, leagueRate: 0.22, share: 0.8 },
    ])
    expect(of).toBe(480)
    expect(yes).toBeCloseTo(92, 9)
  })

  it('maps an average season to an average one for a changed league rate', () => {
    const { yes, of } = addSeasonTrials({ yes: 0, of: 0 }, 0.23, [
      { yes: 90, of: 500, leagueRate: 0.18, share: 0.6 },
    ])
    expect(yes / of).toBeCloseTo(0.23, 9)
  })

  it('returns at most as many successes as trials', () => {
    const rate = fc.double({ min: 0.001, max: 0.999, noNaN: true })
    const trials = fc
      .tuple(fc.nat(700), fc.nat(700))
      .map(([a, b]) => ({ yes: Math.min(a, b), of: Math.max(a, b) }))
    fc.assert(
      fc.property(trials, trials, rate, rate, (now, then, leagueRate, thatRate) => {
        const { yes, of } = addSeasonTrials(now, leagueRate, [{ ...then, leagueRate: thatRate, share: 0.8 }])
        expect(yes).toBeGreaterThanOrEqual(0)
        expect(yes).toBeLessThanOrEqual(of + 1e-9)
      }),
    )
  })
})

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
  it('are set for the last three seasons of a batter before the current one', () => {
    const seasons = [2026, 2025, 2024, 2023, 2022].map((season) => ({
      season,
      own: batting(150),
      league: LEAGUE,
    }))
    const weighed = battingSeasons(seasons, '2026-04-02', PITCHING.league)
    expect(weighed.map(({ share }) => share)).toEqual([0.8, 0.6, 0.4])
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
