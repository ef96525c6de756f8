import { describe, expect, it } from 'vitest'
import { scheduledGame } from '../testing/stats-bodies.ts'
import { hittingGames, pitchingGames } from './compact-game.ts'
import { isCalledOff, statsGameSchema } from './format/schedule.ts'
import { rateFromText, seasonTotal } from './format/splits.ts'

const place = (isHome: boolean) => ({
  date: '2026-06-26',
  isHome,
  opponent: { id: isHome ? 141 : 111 },
  game: { gamePk: 910010 },
})
const batted = (plateAppearances: number, hits: number, rbi: number | null = 0) => ({
  plateAppearances,
  atBats: plateAppearances,
  hits,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  rbi,
  baseOnBalls: 0,
  strikeOuts: 0,
})
const pitched = (outs: number, gamesStarted: number) => ({
  gamesStarted,
  inningsPitched: `${outs / 3}.0`,
  outs,
  battersFaced: outs,
  strikeOuts: 1,
  hits: 1,
  baseOnBalls: 0,
  homeRuns: 0,
})
const codes = new Map([
  [111, 'BOS'],
  [141, 'TOR'],
])

describe('games of a log', () => {
  it('N9 have outs from the innings when outs are missing, keep missing runs unknown, and start only with a start', () => {
    const start = { ...place(true), stat: pitched(20, 1) }
    const { outs: _, ...counts } = pitched(1, 0)
    const relief = { ...place(false), game: { gamePk: 910011 }, stat: { ...counts, inningsPitched: '0.1' } }
    expect(pitchingGames([start, relief], codes).games).toMatchObject([
      { outs: 20, started: true, opponent: 'TOR', homeAway: 'HOME' },
      { outs: 1, started: false, opponent: 'BOS', homeAway: 'AWAY', runs: null },
    ])
  })
  it('are sorted oldest first with doubleheaders in order, without rates and other game types', () => {
    const at = (date: string, gamePk: number, gameNumber = 1, more: object = {}) => ({
      ...place(true),
      date,
      game: { gamePk, gameNumber },
      stat: { ...batted(4, 1), avg: '.217' },
      ...more,
    })
    const { games } = hittingGames(
      [
        at('2026-06-27', 2, 2),
        at('2026-03-01', 1, 1, { gameType: 'S' }),
        at('2026-06-26', 3),
        at('2026-06-27', 9),
      ],
      codes,
    )
    expect(games.map(({ gamePk }) => gamePk)).toEqual([3, 9, 2])
    expect(games[0]).not.toHaveProperty('avg')
    expect(() => hittingGames([{ ...place(true), stat: { hits: 1 } }], codes)).toThrow()
  })
})

it.each([
  ['F', false],
  ['D', true],
])('a game that is final with the coded state %s is called off: %s', (code, calledOff) => {
  expect(isCalledOff(statsGameSchema.parse(scheduledGame({ state: 'Final', code })))).toBe(calledOff)
})

it('the season of a traded player is the total line', () => {
  const split = (hits: number, more: object) => ({ stat: { hits }, ...more })
  const splits = [
    split(121, { numTeams: 2 }),
    split(80, { team: { id: 111 } }),
    split(41, { team: { id: 141 } }),
  ]
  expect(seasonTotal(splits)?.stat).toMatchObject({ hits: 121 })
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
])('the rate %j is read as %j', (text, rate) => {
  expect(rateFromText(text)).toBe(rate)
})

describe('a game that a player played for both clubs', () => {
  it.each([
    ['only one club', batted(0, 0), batted(4, 1), { plateAppearances: 4, hits: 1, rbi: 0 }],
    ['both clubs', batted(1, 1), batted(3, 1, null), { plateAppearances: 4, hits: 2, rbi: null }],
  ])('is one game of a batter who bats for %s', (_, away, home, expected) => {
    const splits = [
      { ...place(false), stat: away },
      { ...place(true), stat: home },
      { ...place(true), stat: home },
    ]
    const { games } = hittingGames(splits, codes)
    expect(games).toMatchObject([{ ...expected, homeAway: 'HOME', opponent: 'TOR' }])
    expect(hittingGames(splits.toReversed(), codes).games).toEqual(games)
  })
  it('is one game of a pitcher, and a start if one of the parts was', () => {
    const splits = [
      { ...place(false), stat: pitched(3, 1) },
      { ...place(true), stat: pitched(9, 0) },
    ]
    expect(pitchingGames(splits, codes).games).toMatchObject([
      { started: true, outs: 12, strikeOuts: 2, homeAway: 'HOME' },
    ])
  })
})
