import { describe, expect, it } from 'vitest'
import { findParkFactors } from '../park-factors.ts'
import { explainBatterStats, forecastBatter } from './batter/forecast-batter.ts'
import { explainPitcherStats, forecastPitcher } from './pitcher/forecast-pitcher.ts'
import { batterInput } from './testing/batter-input.ts'
import { pitcherInput, starts } from './testing/pitcher-input.ts'

const means = (result: ReturnType<typeof forecastBatter>) => {
  if (!result.ok) throw new Error(result.reason)
  return result.value.map(({ mean }) => mean)
}
const BATTING = ['Hits', 'Total Bases', 'Runs', 'Walks', 'Hitter Strikeouts']
const PITCHING = ['Pitcher Strikeouts', 'Hits Allowed', 'Pitching Outs']
const HOME_PARK = findParkFactors(17, '2026-06-01')
const batter = (home: boolean, neutral: boolean) =>
  batterInput({ home, homePark: HOME_PARK }, { park: neutral ? null : HOME_PARK, neutral })
const pitcher = (home: boolean, neutral: boolean) =>
  pitcherInput(starts(12), { home }, { park: neutral ? null : HOME_PARK, neutral })

describe('A14 a game at a park that is not the home club’s', () => {
  it('gives neither club the advantage of playing at home', () => {
    expect(means(forecastBatter(batter(true, true), BATTING))).toEqual(
      means(forecastBatter(batter(false, true), BATTING)),
    )
    expect(means(forecastPitcher(pitcher(true, true), PITCHING))).toEqual(
      means(forecastPitcher(pitcher(false, true), PITCHING)),
    )
    expect(means(forecastBatter(batter(true, false), BATTING))).not.toEqual(
      means(forecastBatter(batter(false, false), BATTING)),
    )
    expect(means(forecastPitcher(pitcher(true, false), PITCHING))).not.toEqual(
      means(forecastPitcher(pitcher(false, false), PITCHING)),
    )
  })

  it('does not take its own factors for those of the home club’s park', () => {
    const coors = findParkFactors(19, '2026-06-01')
    const at = (homePark: typeof coors) =>
      means(forecastBatter(batterInput({ home: true, homePark }, { park: coors, neutral: true }), BATTING))
    expect(at(null)[0]).toBeGreaterThan(at(coors)[0] ?? 0)
  })

  it('is called a neutral park in the explanation', () => {
    const batting = explainBatterStats(batter(true, true), ['Hits'])
    const pitching = explainPitcherStats(pitcher(false, true), ['Pitcher Strikeouts'])
    if (!batting.ok || !pitching.ok) throw new Error('no explanation')
    const note = (steps: readonly { factor: string; note: string | null }[] | undefined, name: string) =>
      steps?.find(({ factor }) => factor === name)?.note
    expect(note(batting.value[0]?.steps, 'home or away')).toBe('neutral park')
    expect(note(pitching.value[0]?.steps, 'home')).toBe('neutral park')
  })
})
