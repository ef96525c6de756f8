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
import { busyBoard, earlyBoard, malformedBoard } from './fixtures/lines.ts'

const gulls = { id: 801, name: 'Harbor City Gulls', link: '/api/v1/teams/801' }
const foxes = { id: 802, name: 'Mesa Foxes', link: '/api/v1/teams/802' }
const venue = { id: 7001, name: 'Gull Field', link: '/api/v1/venues/7001' }
const final = { abstractGameState: 'Final', codedGameState: 'F', detailedState: 'Final', statusCode: 'F' }

const game = (gamePk: number, more: object = {}) => ({
  gamePk,
  link: `/api/v1.1/game/${gamePk}/feed/live`,
  gameType: 'R',
  season: '2031',
  gameDate: '2031-07-02T00:10:00Z',
  officialDate: '2031-07-01',
  status: final,
  teams: {
    away: { leagueRecord: { wins: 40, losses: 41, pct: '.494' }, score: 3, team: gulls, isWinner: true },
    home: { leagueRecord: { wins: 50, losses: 31, pct: '.617' }, score: 1, team: foxes, isWinner: false },
  },
  venue,
  gameNumber: 1,
  doubleHeader: 'N',
  ...more,
})
const schedule = (games: object[], date = '2031-07-01') => ({
  totalGames: games.length,
  dates: games.length ? [{ date, totalGames: games.length, games, events: [] }] : [],
})
const calledOff = (statusCode: string, reason: string) => ({
  abstractGameState: 'Final',
  codedGameState: 'D',
  detailedState: 'Postponed',
  statusCode,
  reason,
})

/** Games postponed for rain and for inclement weather. The state of both is Final. */
const postponedDay = schedule([
  game(990_010),
  game(990_011, { status: calledOff('DR', 'Rain') }),
  game(990_012, { status: calledOff('DI', 'Inclement Weather') }),
])

const position = { code: '4', name: 'Second Base', type: 'Infielder', abbreviation: '2B' }

const marisol = {
  id: 900_101,
  fullName: 'José Marisol Jr.',
  link: '/api/v1/people/900101',
  firstName: 'José',
  lastName: 'Marisol',
  useName: 'José',
  useLastName: 'Marisol Jr.',
  nameSuffix: 'Jr.',
  birthDate: '1997-02-03',
  active: true,
  primaryPosition: position,
  batSide: { code: 'S', description: 'Switch' },
  pitchHand: { code: 'R', description: 'Right' },
  nameFirstLast: 'José Marisol Jr.',
}

const total = { gamesPlayed: 120, atBats: 430, hits: 121, homeRuns: 19, avg: '.281', ops: '.812' }
const split = (stat: object, more: object) => ({
  season: '2031',
  stat,
  player: { id: 900_101, fullName: 'José Marisol Jr.', link: '/api/v1/people/900101' },
  sport: { id: 1, link: '/api/v1/sports/1', abbreviation: 'MLB' },
  gameType: 'R',
  ...more,
})
const block = (type: string, group: string, splits: object[]) => ({
  type: { displayName: type },
  group: { displayName: group },
  exemptions: [],
  splits,
})

/** A player traded in July: a total without a club, and one split per club. */
const tradedPerson = {
  ...marisol,
  stats: [
    block('season', 'hitting', [
      split(total, { numTeams: 2 }),
      split(
        { ...total, hits: 80 },
        { team: { id: 801, name: 'Harbor City Gulls', link: '/api/v1/teams/801' } },
      ),
      split({ ...total, hits: 41 }, { team: { id: 802, name: 'Mesa Foxes', link: '/api/v1/teams/802' } }),
    ]),
  ],
}

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
