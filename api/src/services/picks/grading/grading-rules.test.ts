import { type BookId, bookRules, findStatType, type Side, type StatType } from '@propsight/shared/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GameLine, type GamePhase, gradeLine, gradeSuspended } from './grading-rules.ts'

const hits = findStatType('Hits')
const strikeouts = findStatType('Pitcher Strikeouts')
if (!hits || !strikeouts) throw new Error('the list of stats lacks a stat of this test')

const batted = (hitCount: number, plateAppearances = 4): Extract<GameLine, { group: 'hitting' }> => ({
  group: 'hitting',
  started: true,
  plateAppearances,
  atBats: plateAppearances,
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
const RULES = bookRules()
const pitched = (strikeOuts: number, started = true, outs = 18): GameLine => ({
  group: 'pitching',
  started,
  outs,
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
    expect(gradeLine(hits, line, side, 'over', batted(value), RULES)).toEqual({ status, actual: value })
  })
  it('is pending before the game, and in progress with the current value during it', () => {
    expect(gradeLine(hits, 1.5, 'OVER', 'before', null, RULES)).toEqual({ status: 'pending', actual: null })
    expect(gradeLine(hits, 1.5, 'OVER', 'playing', null, RULES)).toEqual({
      status: 'in-progress',
      actual: null,
    })
    // Already above the line, but graded only when the game is over.
    expect(gradeLine(hits, 1.5, 'OVER', 'playing', batted(3), RULES)).toEqual({
      status: 'in-progress',
      actual: 3,
    })
  })
  it.each([
    ['a game that was postponed', hits, 'called-off', batted(2)],
    ['a batter who is not in the box score', hits, 'over', null],
    ['a pitcher who only batted', strikeouts, 'over', batted(1)],
  ] as const)('returns NO GAME for %s', (_, stat, phase: GamePhase, line) => {
    expect(gradeLine(stat, 0.5, 'OVER', phase, line, RULES)).toEqual({ status: 'no-game', actual: null })
  })
  it('throws for a market whose count the box score lacks, and grades the others', () => {
    const line = { ...batted(2), runs: null }
    const runs = findStatType('Runs')
    if (!runs) throw new Error('no stat')
    expect(() => gradeLine(runs, 0.5, 'UNDER', 'over', line, RULES)).toThrow('a box score lacks a count')
    expect(gradeLine(hits, 1.5, 'OVER', 'over', line, RULES)).toEqual({ status: 'winner', actual: 2 })
  })
  it('grades a start', () => {
    expect(gradeLine(strikeouts, 5.5, 'OVER', 'over', pitched(7), RULES)).toEqual({
      status: 'winner',
      actual: 7,
    })
  })
})

describe('P7 a line on a player of a sport with box scores', () => {
  const points: StatType = {
    name: 'Points',
    group: 'basketball',
    lineKind: 'moving',
    rest: [],
    value: ({ counts }) => counts.points ?? null,
  }
  const line = (count: number | null): GameLine => ({ group: 'basketball', counts: { points: count } })
  it.each([
    [line(25), { status: 'winner', actual: 25 }],
    [line(24), { status: 'push', actual: 24 }],
    [line(3), { status: 'loser', actual: 3 }],
    [null, { status: 'no-game', actual: null }],
  ])('is graded for everybody who played, by every book: %j', (played, result) => {
    for (const book of ['prizepicks', 'underdog', 'hotstreak', 'payday'] as const)
      expect(gradeLine(points, 24, 'OVER', 'over', played, bookRules(book))).toEqual(result)
  })
  it('stays open while the box score lacks the count', () => {
    expect(() => gradeLine(points, 24, 'OVER', 'over', line(null), RULES)).toThrow('lacks a count')
  })
})

describe('P7 the participation that a book requires', () => {
  const pinchRunner = { ...batted(0, 0), started: false, stolenBases: 1 }
  const pinchHitter = { ...batted(1, 1), started: false }
  const walked = { ...batted(0, 1), atBats: 0, baseOnBalls: 1 }
  const opener = pitched(1, true, 2)
  it.each<[string, GameLine, Record<BookId, boolean>]>([
    ['a starting batter', batted(1), { prizepicks: true, underdog: true, hotstreak: true, payday: true }],
    ['a pinch hitter', pinchHitter, { prizepicks: true, underdog: true, hotstreak: false, payday: false }],
    ['a pinch runner', pinchRunner, { prizepicks: true, underdog: true, hotstreak: false, payday: false }],
    [
      'a starter with a walk only',
      walked,
      { prizepicks: true, underdog: true, hotstreak: true, payday: false },
    ],
    ['a starting pitcher', pitched(1), { prizepicks: true, underdog: true, hotstreak: true, payday: true }],
    [
      'a bulk pitcher',
      pitched(1, false),
      { prizepicks: true, underdog: true, hotstreak: false, payday: false },
    ],
    ['a starter of two outs', opener, { prizepicks: true, underdog: true, hotstreak: true, payday: false }],
  ])('decides whether the line of %s is graded', (_, line, byBook) => {
    const stat = line.group === 'hitting' ? hits : strikeouts
    for (const [book, isGraded] of Object.entries(byBook) as [BookId, boolean][]) {
      const { status } = gradeLine(stat, 0.5, 'OVER', 'over', line, bookRules(book))
      expect([book, status !== 'no-game']).toEqual([book, isGraded])
    }
  })
  it('is unknown without a batting order where the book requires a start', () => {
    const line = { ...batted(1), started: null }
    for (const book of ['hotstreak', 'payday'] as const) {
      expect(() => gradeLine(hits, 0.5, 'OVER', 'over', line, bookRules(book))).toThrow('who started')
      for (const [phase, status] of [
        ['playing', 'in-progress'],
        ['suspended', 'suspended'],
      ] as const)
        expect(gradeLine(hits, 0.5, 'OVER', phase, line, bookRules(book))).toEqual({ status, actual: 1 })
    }
    expect(gradeLine(hits, 0.5, 'OVER', 'over', line, RULES).status).toBe('winner')
  })
})

describe('P7 a suspended game', () => {
  const startsAt = Date.parse('2026-06-26T23:10:00Z')
  const hours = (count: number) => startsAt + count * 3_600_000
  const grade = (book: BookId, state: { resumes?: number; now: number; partial?: number; side?: Side }) => {
    const { resumes, now, partial = 0, side = 'OVER' } = state
    const times = { startsAt, resumesAt: resumes === undefined ? null : hours(resumes) }
    const isSuspended = resumes === undefined || now < resumes
    const line = { line: 0.5, side, isSuspended, readPartial: () => partial }
    return gradeSuspended(bookRules(book).suspendedGame, times, line, hours(now))?.status ?? null
  }
  it('keeps its lines open, with the value so far', () => {
    expect(gradeLine(hits, 1.5, 'OVER', 'suspended', batted(2), RULES)).toEqual({
      status: 'suspended',
      actual: 2,
    })
    expect(gradeLine(hits, 1.5, 'OVER', 'suspended', null, RULES)).toEqual({
      status: 'suspended',
      actual: null,
    })
  })
  it.each<[BookId, Parameters<typeof grade>[1], ReturnType<typeof grade>]>([
    ['prizepicks', { now: 2_000 }, null],
    ['payday', { now: 2_000, resumes: 1_500 }, null],
    ['underdog', { now: 36 }, null],
    ['underdog', { now: 37 }, 'no-game'],
    ['underdog', { now: 60, resumes: 20 }, null],
    ['underdog', { now: 10, resumes: 60 }, 'no-game'],
    ['underdog', { now: 61, resumes: 60 }, 'no-game'],
    ['underdog', { now: 37, partial: 1 }, 'winner'],
    ['underdog', { now: 37, partial: 1, side: 'UNDER' }, 'loser'],
    ['hotstreak', { now: 25 }, 'no-game'],
    ['hotstreak', { now: 25, partial: 1 }, 'no-game'],
    ['hotstreak', { now: 30, resumes: 23 }, null],
  ])('by the rules of %s in the state %o ends a line as %s', (book, state, status) => {
    expect(grade(book, state)).toBe(status)
  })
  it('never ends a line that was resumed in the time of the book', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 0, max: 3_000 }), (resumes, now) => {
        for (const book of ['prizepicks', 'underdog', 'hotstreak', 'payday'] as const)
          expect(grade(book, { resumes, now })).toBeNull()
      }),
    )
  })
})
