import { clubHittingSchema, clubPitchingSchema } from '@propsight/shared/contracts/statsapi'
import { describe, expect, it } from 'vitest'
import { clubHittingSplit, clubPitchingSplit } from '../../upstream/testing/club-stats.ts'
import { leagueTotals } from './league-totals.ts'

const batting = [
  clubHittingSchema.parse(clubHittingSplit(1, 90)),
  clubHittingSchema.parse(clubHittingSplit(2, 10)),
]

describe('league totals', () => {
  it('are the sum of the clubs, each of which is kept', () => {
    const { league, clubs, staffs } = leagueTotals(batting, null)
    expect(league).toMatchObject({ games: 100, plateAppearances: 3_800, hits: 800, homeRuns: 100, rbi: 400 })
    expect(clubs.get(2)).toMatchObject({ games: 10, hits: 80 })
    expect(staffs.size).toBe(0)
  })
  it('fill in at the league’s share what a staff’s source does not count', () => {
    const { doubles, triples, hitBatsmen, stolenBases, ...few } = clubPitchingSplit(3, 50).stat
    const pitching = [
      clubPitchingSchema.parse({ team: { id: 3 }, stat: { ...few, hits: 460, homeRuns: 110 } }),
    ]
    const staff = leagueTotals(batting, pitching).staffs.get(3)
    // 350 hits that were no home runs; of the league's 700 there were 200 doubles.
    expect(staff).toMatchObject({ games: 50, plateAppearances: 1_900, doubles: 100, rbi: 200 })
    expect(staff?.stolenBases).toBeCloseTo(35)
    expect(staff?.hitByPitch).toBeCloseTo(20)
  })
  it('of a season that has not begun are zero', () => {
    const { league, staffs } = leagueTotals(
      [clubHittingSchema.parse(clubHittingSplit(1, 0))],
      [clubPitchingSchema.parse(clubPitchingSplit(1, 0))],
    )
    expect(Object.values(league).every((count) => count === 0)).toBe(true)
    expect(Object.values(staffs.get(1) ?? {}).every((count) => count === 0)).toBe(true)
  })
})
