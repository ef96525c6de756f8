import { describe, expect, it } from 'vitest'
import { LEAGUE, pitcherInput, starts } from '../testing/pitcher-input.ts'
import { seasonalTemperature } from '../weather.ts'
import { PITCHING } from './constants.ts'
import { computeExpectedStart } from './expected.ts'
import { buildMatchup } from './matchup.ts'

const matchup = (recentBatting: typeof LEAGUE | null) => {
  const built = buildMatchup(pitcherInput(starts(10), {}, { recentBatting }), PITCHING)
  if (!built) throw new Error('no starts')
  return built
}
const RECENT = { ...LEAGUE, strikeOuts: 1.2 * LEAGUE.strikeOuts }

describe('buildMatchup', () => {
  it('uses the seasonal temperature effect when the last 30 days are unknown', () => {
    const { seasonalTemperature: summer, recentShift } = matchup(null)
    expect(summer).toBe(seasonalTemperature('2026-07-02'))
    expect(recentShift).toEqual({ strikeOuts: 0, baseOnBalls: 0, hits: 0, homeRuns: 0, earnedRuns: 0 })
  })

  it('starts from the league of the last 30 days and compares the pitcher with the season', () => {
    const season = matchup(null)
    const recent = matchup(RECENT)
    expect(recent.seasonalTemperature).toBe(0)
    expect(recent.own).toEqual(season.own)
    expect(recent.recentShift.strikeOuts).toBeGreaterThan(Math.log(1.15))
    expect(recent.recentShift.strikeOuts).toBeLessThan(Math.log(1.2))
    expect(recent.recentShift.hits).toBeCloseTo(0, 2)
    expect(computeExpectedStart(recent, PITCHING).strikeOuts).toBeGreaterThan(
      1.1 * computeExpectedStart(season, PITCHING).strikeOuts,
    )
  })
})
