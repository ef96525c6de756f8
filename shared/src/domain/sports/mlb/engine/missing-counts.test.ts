import { describe, expect, it } from 'vitest'
import { listStatNames } from '../stat-types.ts'
import { BATTING } from './batter/constants.ts'
import { forecastBatter } from './batter/forecast-batter.ts'
import { addTotals, leagueRates, NO_TOTALS, recentLeagueRates } from './league-rates.ts'
import { forecastPitcher } from './pitcher/forecast-pitcher.ts'
import { batterGame, batterInput } from './testing/batter-input.ts'
import { LEAGUE, pitcherInput, starts } from './testing/pitcher-input.ts'

const DATE = '2026-07-01'
const OPTIONAL = ['runs', 'rbi', 'hitByPitch', 'stolenBases'] as const

describe('league rates of unknown totals', () => {
  it.each(OPTIONAL)('take the rate of the prior for a total of %s that is null or impossibly 0', (count) => {
    const prior = BATTING.league
    for (const total of [null, 0])
      expect(leagueRates({ ...LEAGUE, [count]: total }, DATE, prior)[count]).toBe(prior.rates[count])
  })

  it('take the rate of the season for the last 30 days', () => {
    const season = leagueRates(LEAGUE, DATE, BATTING.league)
    const recent = recentLeagueRates(season, { ...LEAGUE, runs: null }, DATE, BATTING.league)
    expect(recent.runs).toBe(season.runs)
    expect(recent.hits).not.toBe(season.hits)
  })

  it('keep a total of 0 after few plate appearances', () => {
    const few = leagueRates({ ...NO_TOTALS, games: 1, plateAppearances: 30 }, DATE, BATTING.league)
    expect(few.runs).toBeLessThan(BATTING.league.rates.runs)
  })
})

describe('addTotals', () => {
  const counted = { ...NO_TOTALS, plateAppearances: 100, runs: 12 }
  it('scales known counts to all plate appearances where one side lacks them', () => {
    const lacking = { ...NO_TOTALS, plateAppearances: 50, runs: null }
    expect(addTotals(counted, lacking).runs).toBe(18)
    expect(addTotals(lacking, counted).runs).toBe(18)
  })
  it('is unknown where neither side counts', () => {
    expect(addTotals(NO_TOTALS, { ...counted, runs: null }).runs).toBeNull()
  })
})

describe('batters without a count', () => {
  const forecast = (stats: readonly string[], input = batterInput()) => {
    const result = forecastBatter(input, stats)
    if (!result.ok) throw new Error(result.reason)
    return result.value
  }
  const noRuns = batterInput(
    { games: batterInput().games.map((game) => ({ ...game, runs: null })) },
    { league: { ...LEAGUE, runs: null } },
  )

  it('have no market that needs it', () => {
    const refused = listStatNames('hitting').filter((stat) => !forecastBatter(noRuns, [stat]).ok)
    expect(refused).toEqual(['Runs', 'Hits+Runs+RBIs', 'Hitter Fantasy Score'])
    expect(forecastBatter(noRuns, ['Hits', 'Runs'])).toEqual({ ok: false, reason: 'no counts' })
  })

  it('have the same forecasts of hits', () => {
    expect(forecast(['Hits', 'Total Bases'], noRuns)).toEqual(forecast(['Hits', 'Total Bases']))
  })

  it('ignore totals of 0 runs of the own club and of the opposing staff', () => {
    const club = { ...LEAGUE, games: 80, plateAppearances: 3000, runs: 0 }
    const known = batterInput({ club, opposingStaff: club }, { league: { ...LEAGUE, runs: 0 } })
    const unknown = batterInput(
      { club: { ...club, runs: null }, opposingStaff: { ...club, runs: null } },
      { league: { ...LEAGUE, runs: null } },
    )
    expect(forecast(['Hits'], known)).toEqual(forecast(['Hits'], unknown))
  })

  it('have a forecast of runs where one game lacks them, as if that game were like the others', () => {
    const games = Array.from({ length: 40 }, () => batterGame({ runs: 1 }))
    const [first = batterGame(), ...rest] = games
    const blank = batterInput({ games: [{ ...first, runs: null }, ...rest] })
    const [expected] = forecast(['Runs'], batterInput({ games }))
    expect(forecast(['Runs'], blank)[0]?.mean).toBeCloseTo(expected?.mean ?? 0, 10)
  })
})

describe('pitchers without earned runs', () => {
  const games = starts(10, { earnedRuns: null })
  it('have no market that needs them, and the same forecasts of the others', () => {
    const input = pitcherInput(games)
    const refused = listStatNames('pitching').filter((stat) => !forecastPitcher(input, [stat]).ok)
    expect(refused).toEqual(['Pitcher Fantasy Score', 'Earned Runs Allowed'])
    const known = pitcherInput(starts(10, { earnedRuns: 2 }))
    const others = listStatNames('pitching').filter((stat) => !refused.includes(stat))
    expect(forecastPitcher(input, others)).toEqual(forecastPitcher(known, others))
  })
})
