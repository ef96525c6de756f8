import { describe, expect, it } from 'vitest'
import { warmth } from '../seasonal-temperature.ts'
import { PITCHING } from '../fitted/pitching.ts'
import { expectedStart } from './expected.ts'
import { matchupOf } from './matchup.ts'
import { LEAGUE, pitcherInput, starts } from '../testing/pitcher-input.ts'

const matchup = (lately: typeof LEAGUE | null) => {
  const known = matchupOf(pitcherInput(starts(10), {}, { lately }), PITCHING)
  if (!known) throw new Error('no starts')
  return known
}
const LATELY = { ...LEAGUE, strikeOuts: 1.2 * LEAGUE.strikeOuts }

describe('matchupOf', () => {
  it('uses the seasonal temperature effect when the last 30 days are unknown', () => {
    const { warmth: summer, late } = matchup(null)
    expect(summer).toBe(warmth('2026-07-02'))
    expect(late).toEqual({ strikeOuts: 0, baseOnBalls: 0, hits: 0, homeRuns: 0, earnedRuns: 0 })
  })

  it('starts from the league of the last 30 days and compares the pitcher with the season', () => {
    const [season, late] = [matchup(null), matchup(LATELY)]
    expect(late.warmth).toBe(0)
    expect(late.own).toEqual(season.own)
    expect(late.late.strikeOuts).toBeGreaterThan(Math.log(1.15))
    expect(late.late.strikeOuts).toBeLessThan(Math.log(1.2))
    expect(late.late.hits).toBeCloseTo(0, 2)
    expect(expectedStart(late, PITCHING).strikeOuts).toBeGreaterThan(
      1.1 * expectedStart(season, PITCHING).strikeOuts,
    )
  })
})
