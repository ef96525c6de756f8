import { describe, expect, it } from 'vitest'
import { clubHittingSchema, clubPitchingSchema } from '../../../sources/stats/format/season-stats.ts'
import { clubHittingSplit, clubPitchingSplit } from '../../../sources/testing/stats-bodies.ts'
import { leagueTotals } from './league-totals.ts'

const batting = [
  clubHittingSchema.parse(clubHittingSplit(1, 90)),
  clubHittingSchema.parse(clubHittingSplit(2, 10)),
]

describe('league totals', () => {
  it('are the sum of the clubs, and keep each club', () => {
    const { league, clubs, staffs } = leagueTotals(batting, null, null)
    expect(league).toMatchObject({ games: 100, plateAppearances: 3_800, hits: 800, homeRuns: 100, rbi: 400 })
    expect(clubs.get(2)).toMatchObject({ games: 10, hits: 80 })
    expect(staffs.size).toBe(0)
  })
  it('of the last 30 days are the sum of the clubs, or null without them', () => {
    const recent = [20, 27].map((games, at) => clubHittingSchema.parse(clubHittingSplit(at, games)))
    expect(leagueTotals(batting, null, recent).recentBatting).toMatchObject({
      games: 47,
      hits: 376,
      homeRuns: 47,
    })
    expect(leagueTotals(batting, null, recent).league).toMatchObject({ games: 100 })
    for (const none of [null, []]) expect(leagueTotals(batting, null, none).recentBatting).toBeNull()
  })
  it('estimate missing counts of a pitching staff from the league share', () => {
    const { doubles, triples, hitBatsmen, stolenBases, ...otherCounts } = clubPitchingSplit(3, 50).stat
    const pitching = [
      clubPitchingSchema.parse({ team: { id: 3 }, stat: { ...otherCounts, hits: 460, homeRuns: 110 } }),
    ]
    const staff = leagueTotals(batting, pitching, null).staffs.get(3)
    // 350 hits without home runs. The league has 200 doubles among 700 such hits.
    expect(staff).toMatchObject({ games: 50, plateAppearances: 1_900, doubles: 100, rbi: 200 })
    expect(staff?.stolenBases).toBeCloseTo(35)
    expect(staff?.hitByPitch).toBeCloseTo(20)
  })
  it('take unknown runs of the league from the pitching staffs, and leave those of clubs unknown', () => {
    const without = [1, 2].map((id) => {
      const { runs: _, ...stat } = clubHittingSplit(id, 50).stat
      return clubHittingSchema.parse({ team: { id }, stat })
    })
    const pitching = [1, 2].map((id) => clubPitchingSchema.parse(clubPitchingSplit(id, 50)))
    const { league, clubs } = leagueTotals(without, pitching, null)
    expect(clubs.get(1)?.runs).toBeNull()
    expect(league.runs).toBe(pitching.reduce((sum, { stat }) => sum + (stat.runs ?? Number.NaN), 0))
    expect(leagueTotals(without, null, null).league.runs).toBeNull()
  })
  it('are zero for a season that has not begun', () => {
    const { league, recentBatting, staffs } = leagueTotals(
      [clubHittingSchema.parse(clubHittingSplit(1, 0))],
      [clubPitchingSchema.parse(clubPitchingSplit(1, 0))],
      [clubHittingSchema.parse(clubHittingSplit(1, 0))],
    )
    expect(Object.values(league).every((count) => count === 0)).toBe(true)
    expect(recentBatting).toBeNull()
    expect(Object.values(staffs.get(1) ?? {}).every((count) => count === 0)).toBe(true)
  })
})
