import { describe, expect, it } from 'vitest'
import { BATTING } from './batter/constants.ts'
import { leagueRates, NO_TOTALS, recentLeagueRates } from './league-rates.ts'

const prior = BATTING.league

describe('leagueRates', () => {
  it('returns the shipped rates before the first game', () => {
    expect(leagueRates(NO_TOTALS, '2026-03-26', prior)).toEqual(prior.rates)
  })

  it('approaches the rates of the current season as games are played', () => {
    const withoutHomeRuns = { ...NO_TOTALS, plateAppearances: prior.strength, hits: 0.2 * prior.strength }
    const half = leagueRates(withoutHomeRuns, '2026-05-01', prior)
    expect(half.homeRuns).toBeCloseTo(prior.rates.homeRuns / 2)
    expect(half.hits).toBeCloseTo((prior.rates.hits + 0.2) / 2)
    const late = leagueRates({ ...withoutHomeRuns, plateAppearances: 1e9, hits: 2e8 }, '2026-09-01', prior)
    expect(late.hits).toBeCloseTo(0.2, 4)
    expect(late.homeRuns).toBeCloseTo(0, 4)
  })

  it('excludes pitchers at bat for seasons without the designated hitter', () => {
    const played = { ...NO_TOTALS, plateAppearances: 1e9, strikeOuts: 0.23e9 }
    expect(leagueRates(played, '2019-06-01', prior).strikeOuts).toBeLessThan(0.226)
    expect(leagueRates(played, '2022-06-01', prior).strikeOuts).toBeCloseTo(0.23, 4)
  })

  it('returns rates of at least zero for invalid totals', () => {
    const broken = { ...NO_TOTALS, plateAppearances: 1000, hits: Number.NaN, homeRuns: -5 }
    for (const rate of Object.values(leagueRates(broken, '2026-06-01', prior)))
      expect(rate).toBeGreaterThanOrEqual(0)
  })
})

describe('league rates of the last 30 days', () => {
  const season = prior.rates
  const weeks = (plateAppearances: number, hits: number) => ({
    ...NO_TOTALS,
    plateAppearances,
    hits: hits * plateAppearances,
  })

  it.each([
    { plateAppearances: 0, share: 0 },
    { plateAppearances: 2000, share: 0.2 },
    { plateAppearances: 8000, share: 0.5 },
    { plateAppearances: 32_000, share: 0.8 },
  ])('move by a share of $share after $plateAppearances plate appearances', ({ plateAppearances, share }) => {
    const rates = recentLeagueRates(season, weeks(plateAppearances, 0.2), '2026-07-01', prior)
    expect(rates.hits).toBeCloseTo(season.hits + share * (0.2 - season.hits), 10)
    expect(rates.strikeOuts).toBeCloseTo((1 - share) * season.strikeOuts, 10)
  })

  it('exclude pitchers at bat like the season rates', () => {
    const all = { ...weeks(1e9, 0.22), strikeOuts: 0.23e9 }
    expect(recentLeagueRates(season, all, '2019-06-01', prior).strikeOuts).toBeCloseTo(
      leagueRates(all, '2019-06-01', prior).strikeOuts,
      4,
    )
  })

  it('equal the season rates for impossible totals', () => {
    expect(recentLeagueRates(season, weeks(8000, 3), '2026-07-01', prior)).toEqual(season)
  })
})
