import { describe, expect, it } from 'vitest'
import { hittingGames, pitchingGames } from './compact-game.ts'

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
