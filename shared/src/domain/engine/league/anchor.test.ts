import { describe, expect, it } from 'vitest'
import { BATTING } from '../fitted/batting.ts'
import { leagueRates } from './anchor.ts'
import { NO_TOTALS } from './totals.ts'

const prior = BATTING.league

describe('leagueRates', () => {
  it('takes the shipped league before the first game', () => {
    expect(leagueRates(NO_TOTALS, '2026-03-26', prior)).toEqual(prior.rates)
  })

  it('moves to this season as it is played', () => {
    const homeless = { ...NO_TOTALS, plateAppearances: prior.strength, hits: 0.2 * prior.strength }
    const half = leagueRates(homeless, '2026-05-01', prior)
    expect(half.homeRuns).toBeCloseTo(prior.rates.homeRuns / 2)
    expect(half.hits).toBeCloseTo((prior.rates.hits + 0.2) / 2)
    const late = leagueRates({ ...homeless, plateAppearances: 1e9, hits: 2e8 }, '2026-09-01', prior)
    expect(late.hits).toBeCloseTo(0.2, 4)
    expect(late.homeRuns).toBeCloseTo(0, 4)
  })

  it('takes the pitchers out of totals of the years in which they batted', () => {
    const played = { ...NO_TOTALS, plateAppearances: 1e9, strikeOuts: 0.23e9 }
    expect(leagueRates(played, '2019-06-01', prior).strikeOuts).toBeLessThan(0.226)
    expect(leagueRates(played, '2022-06-01', prior).strikeOuts).toBeCloseTo(0.23, 4)
  })

  it('survives totals that are no numbers', () => {
    const broken = { ...NO_TOTALS, plateAppearances: 1000, hits: Number.NaN, homeRuns: -5 }
    for (const rate of Object.values(leagueRates(broken, '2026-06-01', prior)))
      expect(rate).toBeGreaterThanOrEqual(0)
  })
})
