import { describe, expect, it } from 'vitest'
import { batting } from '../testing/pitcher-input.ts'
import { leagueTotals, type StaffCounts, sumStarts } from './league-records.ts'

const clubs = new Map([
  [1, batting(90)],
  [2, batting(10)],
])
const staff = (gamesPlayed: number, more: Partial<StaffCounts> = {}): StaffCounts => ({
  gamesPlayed,
  battersFaced: 38 * gamesPlayed,
  hits: 9 * gamesPlayed,
  homeRuns: gamesPlayed,
  runs: 5 * gamesPlayed,
  baseOnBalls: 3 * gamesPlayed,
  strikeOuts: 8 * gamesPlayed,
  ...more,
})

describe('league totals', () => {
  it('are the sum of the clubs, and keep each club', () => {
    const totals = leagueTotals(clubs, null, null)
    expect(totals.league).toMatchObject({ games: 100, plateAppearances: 3_800 })
    expect(totals.league.hits).toBeCloseTo(860)
    expect(totals.clubs.get(2)).toEqual(batting(10))
    expect(totals.staffs.size).toBe(0)
  })
  it('of the last 30 days are the sum of their parts, or null without them', () => {
    const { league, recentBatting } = leagueTotals(clubs, null, [batting(20), batting(27)])
    expect(recentBatting).toMatchObject({ games: 47, plateAppearances: 47 * 38 })
    expect(league.games).toBe(100)
    for (const none of [null, []]) expect(leagueTotals(clubs, null, none).recentBatting).toBeNull()
  })
  it('estimate missing counts of a pitching staff from the league share', () => {
    const against = leagueTotals(clubs, new Map([[3, staff(50, { hits: 462, homeRuns: 97 })]]), null)
    // 365 hits without home runs. The league has 170 doubles among 730 such hits.
    expect(against.staffs.get(3)).toMatchObject({ games: 50, plateAppearances: 1_900 })
    expect(against.staffs.get(3)?.doubles).toBeCloseTo(85)
    expect(against.staffs.get(3)?.rbi).toBeCloseTo((450 / 470) * 250)
    expect(against.staffs.get(3)?.stolenBases).toBeCloseTo(25)
    expect(against.staffs.get(3)?.hitByPitch).toBeCloseTo(20)
  })
  it('keep the counts of a pitching staff that the source has', () => {
    const counted = { doubles: 70, triples: 5, hitBatsmen: 12, stolenBases: 40 }
    const { staffs } = leagueTotals(clubs, new Map([[3, staff(50, counted)]]), null)
    expect(staffs.get(3)).toMatchObject({ doubles: 70, triples: 5, hitByPitch: 12, stolenBases: 40 })
  })
  it('take unknown runs of the league from the pitching staffs, and leave those of clubs unknown', () => {
    const without = new Map([1, 2].map((id) => [id, batting(50, { runs: null })]))
    const staffs = new Map([1, 2].map((id) => [id, staff(50)]))
    const totals = leagueTotals(without, staffs, null)
    expect(totals.clubs.get(1)?.runs).toBeNull()
    expect(totals.league.runs).toBe(500)
    expect(leagueTotals(without, null, null).league.runs).toBeNull()
  })
  it('are zero for a season that has not begun', () => {
    const { league, recentBatting, staffs } = leagueTotals(
      new Map([[1, batting(0)]]),
      new Map([[1, staff(0)]]),
      [batting(0)],
    )
    expect(Object.values(league).every((count) => count === 0)).toBe(true)
    expect(recentBatting).toBeNull()
    expect(Object.values(staffs.get(1) ?? {}).every((count) => count === 0)).toBe(true)
  })
})

describe('sumStarts', () => {
  const season = (games: number, starts: number, outs: number | null) => ({
    games,
    starts,
    outs,
    battersFaced: 20 * games,
    strikeOuts: 5 * games,
    baseOnBalls: 2 * games,
  })
  it('adds the pitchers who only started, and is null without one', () => {
    const others = [season(4, 3, 40), season(5, 0, 9), season(2, 2, null)]
    expect(sumStarts([season(3, 3, 50), season(2, 2, 30), ...others])).toEqual({
      starts: 5,
      battersFaced: 100,
      outs: 80,
      strikeOuts: 25,
      baseOnBalls: 10,
    })
    expect(sumStarts(others)).toBeNull()
  })
})
