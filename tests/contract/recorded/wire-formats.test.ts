import { compactHitting, compactPitching, hittingGames, parseBoard } from '@propsight/api/testing'
import {
  hittingSplitSchema,
  isCalledOff,
  pitchingSplitSchema,
  rateFromText,
  seasonTotal,
  statsHydratedPeopleSchema,
  statsScheduleSchema,
} from '@propsight/api/wire-formats'
import { describe, expect, it } from 'vitest'
import { hittingSplits, pitchingSplits } from './fixtures/game-logs.ts'
import { postponedDay } from './fixtures/games.ts'
import { busyBoard, earlyBoard, malformedBoard } from './fixtures/lines.ts'
import { tradedPerson } from './fixtures/people.ts'

describe('mapped upstream answers', () => {
  const codes = new Map([[802, 'MSA']])

  it('N9 derive outs from innings when outs are missing, keep missing runs unknown, and do not count a relief appearance as a start', () => {
    const [start, relief] = pitchingSplits.map((split) =>
      compactPitching(pitchingSplitSchema.parse(split), codes),
    )
    expect(start).toMatchObject({ outs: 20, started: true, opponent: 'MSA', homeAway: 'HOME', runs: 2 })
    expect(relief).toMatchObject({ outs: 1, started: false, homeAway: 'AWAY', runs: null })
  })
  it('keep the counts of a batter’s game and drop the season’s rates', () => {
    const [game] = hittingSplits.map((split) => compactHitting(hittingSplitSchema.parse(split), codes))
    expect(game).toMatchObject({
      date: '2031-04-03',
      gamePk: 990_001,
      hits: 2,
      hitByPitch: 1,
      opponent: 'MSA',
    })
    expect(game).not.toHaveProperty('avg')
  })
  it('sort game logs oldest first with doubleheaders in order, and drop other game types', () => {
    const [first, second] = hittingSplits
    const spring = { ...first, date: '2031-03-01', gameType: 'S', game: { gamePk: 1 } }
    const twin = { ...second, game: { gamePk: 990_009, gameNumber: 1 } }
    const { games } = hittingGames([second, spring, first, twin], codes)
    expect(games.map(({ gamePk }) => gamePk)).toEqual([990_001, 990_009, 990_002])
    expect(() => hittingGames([{ ...first, stat: { hits: 1 } }], codes)).toThrow()
  })
  it('distinguish postponed games from finished ones', () => {
    const games = statsScheduleSchema.parse(postponedDay).dates.flatMap((day) => day.games)
    expect(games.map(isCalledOff)).toEqual([false, true, true])
  })
  it('use the total line as the season of a traded player', () => {
    const [person] = statsHydratedPeopleSchema.parse({ people: [tradedPerson] }).people
    expect(seasonTotal(person?.stats?.[0]?.splits ?? [])?.stat).toMatchObject({ hits: 121 })
  })
  it.each([
    ['.305', 0.305],
    ['2.33', 2.33],
    ['11.87', 11.87],
    ['1.000', 1],
    ['.---', null],
    ['-.--', null],
    ['-', null],
    ['', null],
    [undefined, null],
  ])('parse the rate %j as %j', (text, rate) => {
    expect(rateFromText(text)).toBe(rate)
  })
})

describe('N8 the book’s board', () => {
  it('joins projections with their players, for the requested league only', () => {
    const { lines, skipped } = parseBoard(busyBoard.data, busyBoard.included, 'MLB')
    expect(skipped).toBe(0)
    expect(lines.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(lines.map(({ oddsType }) => oddsType)).toEqual([
      'standard',
      'goblin',
      'goblin',
      'demon',
      'standard',
      'standard',
    ])
    expect(lines[0]).toMatchObject({
      stats: '2 More Total Bases',
      gameTime: '2031-07-02T00:10:00.000Z',
      gameId: 'b0a1',
      combo: false,
      promo: false,
      regularLine: null,
    })
  })
  it('marks combos, and promotions with their regular line', () => {
    const { lines } = parseBoard(busyBoard.data, busyBoard.included, 'MLB')
    expect(lines[4]).toMatchObject({
      combo: true,
      statType: 'Pitcher Strikeouts',
      name: 'Ansel Ode + Bram Ruiz',
    })
    expect(lines[5]).toMatchObject({ promo: true, line: 0.5, regularLine: 4 })
  })
  it('treats a line without an odds type as standard', () => {
    expect(parseBoard(earlyBoard.data, earlyBoard.included, 'MLB').lines).toMatchObject([
      { oddsType: 'standard', combo: false, gameId: null },
    ])
  })
  it('skips and counts unreadable projections', () => {
    const board = parseBoard(malformedBoard.data, malformedBoard.included, 'MLB')
    expect(board.lines).toHaveLength(1)
    expect(board.skipped).toBe(3)
  })
})
