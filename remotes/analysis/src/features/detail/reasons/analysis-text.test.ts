import { hitRate } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { playerDetailOf } from '../../../dev/player-detail.ts'
import { type AnalysisFacts, analysisText } from './analysis-panel.tsx'

const detail = playerDetailOf({ name: 'Ike Barrow', team: 'SEA', group: 'hitting' })
const facts: AnalysisFacts = {
  name: 'Ike Barrow',
  stat: 'Hits',
  line: 1.5,
  counts: hitRate([2, 2, 0, 2, 1, 3, 2, 2, 2, 2], 1.5),
  average: 1.8,
  forecast: {
    call: 'OVER',
    chance: 0.81,
    low: 0.76,
    high: 0.86,
    alone: 0.85,
    push: 0,
    mean: 2.1,
    fairLine: 2.4,
    basis: 'line',
    price: null,
  },
  why: [
    { factor: 'average batter', note: null, reached: 580, points: 580, push: null },
    { factor: 'own record', note: null, reached: 671, points: 91, push: 'OVER' },
    { factor: 'park', note: null, reached: 675, points: 4, push: 'OVER' },
    { factor: 'opposing starter', note: null, reached: 810, points: 135, push: 'OVER' },
  ],
  slot: { announced: true, slot: 3 },
  out: null,
  against: { opponent: 'TEX', hand: 'L' },
  detail,
}

describe('N12: the analysis text', () => {
  it('states only counted or computed facts, the largest factor first', () => {
    const { avg } = detail?.hitting?.vsLeft ?? { avg: '' }
    expect(analysisText(facts)).toBe(
      [
        'Ike Barrow has gone over 1.5 in 8 of the last 10, averaging 1.8.',
        'The probability of over 1.5 is 81% (76–86).',
        'What moves it most, in points: opposing starter +13.5, own record +9.1.',
        'Gareth Lindqvist throws left, with an ERA of 4.81 and a WHIP of 1.48; 6 for 17 head to head.',
        `Batting ${avg} against left-handers, ${detail?.hitting?.season?.avg} overall.`,
        'Bats number 3 tonight.',
      ].join(' '),
    )
  })
  it('counts pushes separately, and describes the under when the under is called', () => {
    const text = analysisText({
      ...facts,
      line: 2,
      counts: hitRate([2, 2, 0, 1, 3], 2),
      forecast: {
        call: 'UNDER',
        chance: 0.6,
        low: 0.5,
        high: 0.7,
        alone: 0.6,
        push: 0.12,
        mean: 1,
        fairLine: 1,
        basis: 'line',
        price: null,
      },
      why: [],
      detail: null,
      slot: null,
    })
    expect(text).toContain('has stayed under 2 in 2 of the last 5 with 2 pushes')
    expect(text).toContain('The probability of under 2 is 60% (50–70), a push 12%.')
    expect(text).not.toContain('What moves it most')
  })
  it('begins with the reason when the player is out or not in the line-up', () => {
    expect(analysisText({ ...facts, slot: { announced: true, slot: null } })).toMatch(
      /^Not in the announced line-up\./,
    )
    expect(analysisText({ ...facts, out: '10-day injured list' })).toMatch(/^Out: 10-day injured list\./)
    expect(analysisText({ ...facts, slot: { announced: false, slot: null } })).not.toContain('line-up')
  })
})
