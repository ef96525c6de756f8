import { findStatType } from '@propsight/shared/domain'
import { describe, expect, it } from 'vitest'
import { type GameLine, type GamePhase, gradeLine } from './grading-rules.ts'

const hits = findStatType('Hits')
const strikeouts = findStatType('Pitcher Strikeouts')
if (!hits || !strikeouts) throw new Error('the list of stats lacks a stat of this test')

const batted = (hitCount: number, plateAppearances = 4): Extract<GameLine, { group: 'hitting' }> => ({
  group: 'hitting',
  plateAppearances,
  hits: hitCount,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 0,
})
const pitched = (strikeOuts: number, started = true): GameLine => ({
  group: 'pitching',
  started,
  outs: 18,
  strikeOuts,
  hits: 4,
  earnedRuns: 2,
  baseOnBalls: 1,
})

describe('P7 gradeLine', () => {
  it.each([
    ['over', 1.5, 'OVER', 2, 'winner'],
    ['not over', 1.5, 'OVER', 1, 'loser'],
    ['under', 1.5, 'UNDER', 1, 'winner'],
    ['not under', 1.5, 'UNDER', 2, 'loser'],
    ['on the line', 2, 'OVER', 2, 'push'],
    ['on the line for the under', 2, 'UNDER', 2, 'push'],
  ] as const)('grades a value %s a line of %s', (_, line, side, value, status) => {
    expect(gradeLine(hits, line, side, 'over', batted(value))).toEqual({ status, actual: value })
  })
  it('is pending before the game, and in progress with the current value during it', () => {
    expect(gradeLine(hits, 1.5, 'OVER', 'before', null)).toEqual({ status: 'pending', actual: null })
    expect(gradeLine(hits, 1.5, 'OVER', 'playing', null)).toEqual({ status: 'in-progress', actual: null })
    // Already above the line, but graded only when the game is over.
    expect(gradeLine(hits, 1.5, 'OVER', 'playing', batted(3))).toEqual({ status: 'in-progress', actual: 3 })
  })
  it.each([
    ['a game that was postponed', hits, 'called-off', batted(2)],
    ['a batter without a plate appearance', hits, 'over', batted(0, 0)],
    ['a batter who is not in the box score', hits, 'over', null],
    ['a relief pitcher', strikeouts, 'over', pitched(7, false)],
    ['a pitcher who only batted', strikeouts, 'over', batted(1)],
  ] as const)('returns NO GAME for %s', (_, stat, phase: GamePhase, line) => {
    expect(gradeLine(stat, 0.5, 'OVER', phase, line)).toEqual({ status: 'no-game', actual: null })
  })
  it('throws for a market whose count the box score lacks, and grades the others', () => {
    const line = { ...batted(2), runs: null }
    const runs = findStatType('Runs')
    if (!runs) throw new Error('no stat')
    expect(() => gradeLine(runs, 0.5, 'UNDER', 'over', line)).toThrow('a box score lacks a count')
    expect(gradeLine(hits, 1.5, 'OVER', 'over', line)).toEqual({ status: 'winner', actual: 2 })
  })
  it('grades a start', () => {
    expect(gradeLine(strikeouts, 5.5, 'OVER', 'over', pitched(7))).toEqual({ status: 'winner', actual: 7 })
  })
})
