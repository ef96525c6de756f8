import { describe, expect, it } from 'vitest'
import type { HittingCounts, PitchingCounts } from './game-counts.ts'
import { categoryLabel, isPitcherCategory, MLB_CATEGORIES, statTypeOf } from './stat-types.ts'

const batter: HittingCounts = {
  hits: 3,
  doubles: 1,
  triples: 0,
  homeRuns: 1,
  runs: 2,
  rbi: 4,
  baseOnBalls: 1,
  hitByPitch: 0,
  stolenBases: 1,
  strikeOuts: 2,
}
const starter: PitchingCounts = { outs: 20, strikeOuts: 9, hits: 4, earnedRuns: 1, baseOnBalls: 2 }

const inThatGame = (name: string): number | undefined => {
  const stat = statTypeOf(name)
  return stat?.group === 'hitting' ? stat.value(batter) : stat?.value(starter)
}

describe('stat types', () => {
  it('N1: have ten menu entries, of which one has a short label', () => {
    expect(MLB_CATEGORIES).toHaveLength(10)
    expect(categoryLabel('Hits+Runs+RBIs')).toBe('H+R+RBI')
    expect(categoryLabel('Total Bases')).toBe('Total Bases')
  })

  it.each([
    ['Hits', 3],
    ['Home Runs', 1],
    ['Total Bases', 1 + 2 + 4],
    ['Runs', 2],
    ['RBIs', 4],
    ['Hits+Runs+RBIs', 9],
    ['H+R+RBI', 9],
    ['Hitter Fantasy Score', 3 + 5 + 10 + 4 + 8 + 2 + 5],
    ['Singles', 1],
    ['Doubles', 1],
    ['Walks', 1],
    ['Stolen Bases', 1],
    ['Hitter Strikeouts', 2],
    ['Pitcher Strikeouts', 9],
    ['Strikeouts', 9],
    ['Pitcher Fantasy Score', 27 - 3 + 20 + 4],
    ['Pitching Outs', 20],
    ['Hits Allowed', 4],
    ['Pitcher Hits Allowed', 4],
    ['Earned Runs Allowed', 1],
    ['Walks Allowed', 2],
  ])('N9: compute %s of a game as %d', (name, value) => {
    expect(inThatGame(name)).toBe(value)
  })

  it('exist for every menu category except All Stat Lines', () => {
    const unanswered = MLB_CATEGORIES.filter((category) => statTypeOf(category) === null)
    expect(unanswered).toEqual(['All Stat Lines'])
    expect(MLB_CATEGORIES.filter(isPitcherCategory)).toEqual(['Pitcher Strikeouts', 'Pitcher Fantasy Score'])
  })

  it('do not exist for stats that no log contains', () => {
    expect(statTypeOf('1st Inning Runs Allowed')).toBeNull()
    expect(statTypeOf('constructor')).toBeNull()
  })
})
