import { describe, expect, it } from 'vitest'
import { hittingAverages, vsPitcherRow } from './hitting-averages.ts'
import { pitchingAverages, starterSeason } from './pitching-averages.ts'
import { averageText, pitchingRateText } from './rates.ts'

const counts = {
  ...{ atBats: 7, hits: 3, doubles: 1, triples: 0, homeRuns: 1, rbi: 4 },
  ...{ baseOnBalls: 2, hitByPitch: 1, sacFlies: 0 },
}
const arm = { outs: 10, earnedRuns: 2, baseOnBalls: 1, hits: 4, strikeOuts: 5, wins: 1, losses: 0 }

describe('N12 rates as the league writes them', () => {
  it.each([
    [3, 7, '.429'],
    [1, 1, '1.000'],
    [0, 4, '.000'],
    // A half is rounded up, whatever binary fractions make of it.
    [5, 16, '.313'],
    [1, 16, '.063'],
    [0, 0, '.---'],
  ])('%i of %i is %s', (count, of, text) => {
    expect(averageText(count, of)).toBe(text)
  })
  it.each([
    [27 * 2, 10, '5.40'],
    [54, 16, '3.38'],
    [1, 0, '-.--'],
  ])('%i in %i is %s', (count, of, text) => {
    expect(pitchingRateText(count, of)).toBe(text)
  })
})

describe('N12 a row of the hitting averages', () => {
  it('takes the league’s own rates before it computes any', () => {
    expect(hittingAverages({ ...counts, avg: '.430', ops: '-.--' })).toEqual({
      ...{ atBats: 7, hits: 3, homeRuns: 1, rbi: 4, baseOnBalls: 2 },
      avg: '.430',
      // 6 of 10; 7 bases in 7.
      obp: '.600',
      slg: '1.000',
      ops: '-.--',
    })
    expect(hittingAverages(counts)?.ops).toBe('1.600')
  })
  it.each([{ avg: 'none' }, { avg: 0.43 }, { avg: '1'.repeat(30) }])(
    'computes instead of showing %o',
    (odd) => {
      expect(hittingAverages({ ...counts, ...odd })?.avg).toBe('.429')
    },
  )
  it('of one who only walked is .000, of one who never came up nothing', () => {
    const none = { atBats: 0, hits: 0, doubles: 0, triples: 0, homeRuns: 0, rbi: 0, baseOnBalls: 0 }
    expect(hittingAverages({ ...none, baseOnBalls: 1 })).toMatchObject({
      avg: '.000',
      obp: '1.000',
      slg: '.000',
      ops: '1.000',
    })
    expect(hittingAverages(none)).toMatchObject({ avg: '.---', obp: '.---', slg: '.---', ops: '.---' })
  })
  it('has no slugging where bases are not told', () => {
    const { doubles: _, ...untold } = counts
    expect(hittingAverages(untold)).toMatchObject({ avg: '.429', slg: '.---', ops: '.---' })
    expect(hittingAverages({ ...untold, totalBases: 7 })).toMatchObject({ slg: '1.000' })
  })
  it.each(['atBats', 'hits', 'homeRuns', 'rbi', 'baseOnBalls'])('is none without %s', (count) => {
    expect(hittingAverages({ ...counts, [count]: -1 })).toBeNull()
  })
  it('against a pitcher computes its average from counts that were added up', () => {
    expect(vsPitcherRow({ ...counts, strikeOuts: 1 })).toEqual({
      ...{ atBats: 7, hits: 3, homeRuns: 1, baseOnBalls: 2, strikeOuts: 1, avg: '.429' },
    })
    expect(vsPitcherRow(counts)).toBeNull()
  })
})

describe('N12 a row of a pitcher', () => {
  const line = { ...arm, homeRuns: 1, battersFaced: 15 }
  it('computes what is not written, from outs or from innings', () => {
    const row = { era: '5.40', whip: '1.50', avg: null, ops: null }
    expect(pitchingAverages(line)).toMatchObject(row)
    const { outs: _, ...innings } = line
    expect(pitchingAverages({ ...innings, inningsPitched: '3.1' })).toMatchObject(row)
    expect(pitchingAverages(innings)).toMatchObject({ era: null, whip: null })
    expect(pitchingAverages({ ...line, atBats: 14 })).toMatchObject({ avg: '.286' })
    expect(pitchingAverages({ ...line, atBats: 14, ops: '.650' })).toMatchObject({ ops: '.650' })
    // Where nobody counted at-bats, an average of .000 is none.
    expect(pitchingAverages({ ...line, avg: '.000', ops: '3.057' })).toMatchObject({ avg: null, ops: null })
    expect(pitchingAverages(arm)).toBeNull()
  })
  it('as tonight’s starter has what he does in nine innings', () => {
    expect(starterSeason(arm)).toEqual({
      ...{ era: '5.40', whip: '1.50', strikeOuts: 5, wins: 1, losses: 0 },
      ...{ strikeOutsPer9: '13.50', hitsPer9: '10.80' },
    })
    expect(starterSeason({ ...arm, outs: 0 })).toMatchObject({ era: '-.--', strikeOutsPer9: '-.--' })
    // A replay's source tells no decisions.
    const { wins: _, losses: _lost, ...untold } = arm
    expect(starterSeason(untold)).toMatchObject({ era: '5.40', wins: null, losses: null })
    expect(starterSeason({ ...arm, strikeOuts: 'five' })).toBeNull()
  })
})
