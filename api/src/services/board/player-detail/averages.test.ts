import { describe, expect, it } from 'vitest'
import {
  averageText,
  hittingAverages,
  pitchingAverages,
  pitchingRateText,
  starterSeason,
  vsPitcherRow,
} from './averages.ts'

const counts = {
  atBats: 7,
  hits: 3,
  doubles: 1,
  triples: 0,
  homeRuns: 1,
  rbi: 4,
  baseOnBalls: 2,
  hitByPitch: 1,
  sacFlies: 0,
}
const NOTHING = { atBats: 0, hits: 0, doubles: 0, triples: 0, homeRuns: 0, rbi: 0, baseOnBalls: 0 }
const starter = { outs: 10, earnedRuns: 2, baseOnBalls: 1, hits: 4, strikeOuts: 5, wins: 1, losses: 0 }

describe('N12 rate formatting', () => {
  it.each([
    [3, 7, '.429'],
    [1, 1, '1.000'],
    [0, 4, '.000'],
    // A half is rounded up, independent of binary fractions.
    [5, 16, '.313'],
    [1, 16, '.063'],
    [0, 0, '.---'],
  ])('writes the average %i of %i as %s', (count, of, text) => {
    expect(averageText(count, of)).toBe(text)
  })
  it.each([
    [27 * 2, 10, '5.40'],
    [54, 16, '3.38'],
    [1, 0, '-.--'],
  ])('writes the pitching rate %i per %i as %s', (count, of, text) => {
    expect(pitchingRateText(count, of)).toBe(text)
  })
})

describe('N12 a row of the hitting averages', () => {
  it('prefers the rates of the league to computed ones', () => {
    expect(hittingAverages({ ...counts, avg: '.430', ops: '-.--' })).toEqual({
      atBats: 7,
      hits: 3,
      homeRuns: 1,
      rbi: 4,
      baseOnBalls: 2,
      avg: '.430',
      // 6 of 10; 7 bases in 7.
      obp: '.600',
      slg: '1.000',
      ops: '-.--',
    })
    expect(hittingAverages(counts)?.ops).toBe('1.600')
  })
  it.each([{ avg: 'none' }, { avg: 0.43 }, { avg: '1'.repeat(30) }])(
    'computes the average instead of showing %o',
    (invalid) => {
      expect(hittingAverages({ ...counts, ...invalid })?.avg).toBe('.429')
    },
  )
  it.each(['hitByPitch', 'sacFlies'])('has no on-base average for a line that lacks %s', (count) => {
    expect(hittingAverages({ ...counts, [count]: 'unknown' })).toMatchObject({
      avg: '.429',
      obp: '.---',
      slg: '1.000',
      ops: '.---',
    })
  })
  it('is .000 for a batter with walks only and empty for one without appearances', () => {
    const none = { ...NOTHING, hitByPitch: 0, sacFlies: 0 }
    expect(hittingAverages({ ...none, baseOnBalls: 1 })).toMatchObject({
      avg: '.000',
      obp: '1.000',
      slg: '.000',
      ops: '1.000',
    })
    expect(hittingAverages(none)).toMatchObject({ avg: '.---', obp: '.---', slg: '.---', ops: '.---' })
  })
  it('has no slugging percentage when doubles are missing, unless total bases are known', () => {
    const { doubles: _, ...withoutDoubles } = counts
    expect(hittingAverages(withoutDoubles)).toMatchObject({ avg: '.429', slg: '.---', ops: '.---' })
    expect(hittingAverages({ ...withoutDoubles, totalBases: 7 })).toMatchObject({ slg: '1.000' })
  })
  it.each(['atBats', 'hits', 'homeRuns', 'rbi', 'baseOnBalls'])('is null without %s', (count) => {
    expect(hittingAverages({ ...counts, [count]: -1 })).toBeNull()
  })
  it('computes the average against a pitcher from summed counts', () => {
    expect(vsPitcherRow({ ...counts, strikeOuts: 1 })).toEqual({
      atBats: 7,
      hits: 3,
      homeRuns: 1,
      baseOnBalls: 2,
      strikeOuts: 1,
      avg: '.429',
    })
    expect(vsPitcherRow(counts)).toBeNull()
  })
})

describe('N12 a row of the pitching averages', () => {
  const line = { ...starter, homeRuns: 1, battersFaced: 15 }
  it('computes missing rates from outs or innings', () => {
    const row = { era: '5.40', whip: '1.50', avg: null, ops: null }
    expect(pitchingAverages(line)).toMatchObject(row)
    const { outs: _, ...innings } = line
    expect(pitchingAverages({ ...innings, inningsPitched: '3.1' })).toMatchObject(row)
    expect(pitchingAverages(innings)).toMatchObject({ era: null, whip: null })
    expect(pitchingAverages({ ...line, atBats: 14 })).toMatchObject({ avg: '.286' })
    expect(pitchingAverages({ ...line, atBats: 14, ops: '.650' })).toMatchObject({ ops: '.650' })
    // Without a count of at-bats, an average of .000 is invalid.
    expect(pitchingAverages({ ...line, avg: '.000', ops: '3.057' })).toMatchObject({ avg: null, ops: null })
    expect(pitchingAverages(starter)).toBeNull()
  })
  it('of the opposing starter has rates per nine innings', () => {
    expect(starterSeason(starter)).toEqual({
      era: '5.40',
      whip: '1.50',
      strikeOuts: 5,
      wins: 1,
      losses: 0,
      strikeOutsPer9: '13.50',
      hitsPer9: '10.80',
    })
    expect(starterSeason({ ...starter, outs: 0 })).toMatchObject({ era: '-.--', strikeOutsPer9: '-.--' })
    // The source of a replay has no wins and losses.
    const { wins: _, losses: _losses, ...withoutDecisions } = starter
    expect(starterSeason(withoutDecisions)).toMatchObject({ era: '5.40', wins: null, losses: null })
    expect(starterSeason({ ...starter, strikeOuts: 'five' })).toBeNull()
  })
})
