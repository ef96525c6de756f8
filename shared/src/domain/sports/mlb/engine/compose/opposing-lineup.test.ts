import { describe, expect, it } from 'vitest'
import type { BattingTotals } from '../input.ts'
import { NO_TOTALS } from '../league-rates.ts'
import type { GameOrders, LeagueRecords, SeasonPlayers } from './league-records.ts'
import { findPlace, indexOrders, type OpposingOrder, opposingLineup } from './opposing-lineup.ts'

const ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const totalsOf = (id: number): BattingTotals => ({ ...NO_TOTALS, plateAppearances: 10 * id })
const players: SeasonPlayers<number> = {
  batting: new Map(ORDER.map((id) => [id, totalsOf(id)])),
  starts: null,
  starters: new Set([9, 30]),
}
/** The club of the pitcher. */
const CLUB = 147
const game: OpposingOrder<number> = {
  date: '2026-05-03',
  home: true,
  opponentId: 111,
  opposingStarterId: 30,
  opposingLineup: [],
}
type Known = Pick<LeagueRecords<number>, 'players' | 'orders' | 'earlier'>
const orders = (...games: readonly Partial<GameOrders<number>>[]) =>
  indexOrders(
    games.map((each, at) => ({ gameId: at, homeClub: 147, awayClub: 111, home: [], away: [], ...each })),
  )
const contextOf = (more: Partial<Known>): Known => ({ orders: orders(), earlier: [], players, ...more })

describe('opposingLineup', () => {
  it('is the announced order with the totals of its batters', () => {
    const lineup = opposingLineup(contextOf({}), { ...game, opposingLineup: ORDER }, CLUB)
    expect(lineup?.announced).toBe(true)
    expect(lineup?.batters.map(({ totals }) => totals?.plateAppearances)).toEqual(ORDER.map((id) => 10 * id))
    expect(lineup?.batters.some(({ pitcher }) => pitcher)).toBe(false)
    const [first, , , , , , , , ninth] = lineup?.batters ?? []
    expect(first?.share).toBeGreaterThan(ninth?.share ?? 1)
  })

  it('is guessed from the recent orders of the opposing club before the announcement', () => {
    const lineup = opposingLineup(
      contextOf({
        orders: orders(
          { away: [...ORDER.slice(0, 8), 20] },
          { homeClub: 111, awayClub: 147, home: ORDER, away: [71, 72, 73, 74, 75, 76, 77, 78, 79] },
        ),
      }),
      { ...game, opposingLineup: ORDER.slice(0, 3) },
      CLUB,
    )
    expect(lineup?.announced).toBe(false)
    expect(lineup?.batters).toHaveLength(10)
    const sharesWithRecord = lineup?.batters.filter(({ totals }) => totals !== null) ?? []
    expect(sharesWithRecord).toHaveLength(9)
  })

  it.each([
    ['before the totals of players are loaded', { players: null }, ORDER],
    ['without an order of the club', { orders: orders({ homeClub: null, awayClub: null, away: ORDER }) }, []],
  ])('is unknown %s', (_, more, order) => {
    expect(opposingLineup(contextOf(more), { ...game, opposingLineup: order }, CLUB)).toBeNull()
  })

  describe('before 2022, when pitchers batted', () => {
    const then = { ...game, date: '2019-07-02' }
    const regulars = ORDER.slice(0, 8)
    const opponents = [71, 72, 73, 74, 75, 76, 77, 78]
    const guessAt = (home: boolean) =>
      opposingLineup(
        contextOf({
          orders: orders(
            // The park of the pitcher's club has pitchers who bat (9 and 30), that of the opponents has none.
            { homeClub: CLUB, awayClub: 111, home: [...opponents, 9], away: [...regulars, 30] },
            { homeClub: 111, awayClub: CLUB, home: [...regulars, 10], away: [...opponents, 79] },
            { homeClub: 111, awayClub: 140, home: [...regulars, 10], away: [...opponents, 79] },
          ),
        }),
        { ...then, home },
        CLUB,
      )?.batters

    it('the announced order marks the pitcher', () => {
      const lineup = opposingLineup(contextOf({}), { ...then, opposingLineup: ORDER }, CLUB)
      expect(lineup?.batters.map(({ pitcher }) => pitcher)).toEqual(ORDER.map((id) => id === 9))
    })

    it('the guess has one pitcher without a record at a park where pitchers bat', () => {
      const batters = guessAt(true)
      expect(batters).toHaveLength(8 + 2)
      expect(batters?.filter(({ pitcher }) => pitcher)).toEqual([
        { pitcher: true, totals: null, share: expect.closeTo(0.095, 2) },
      ])
    })

    it('the guess has no pitcher at a park with a designated hitter', () => {
      const batters = guessAt(false)
      expect(batters).toHaveLength(8 + 1)
      expect(batters?.some(({ pitcher }) => pitcher)).toBe(false)
    })
  })
})

describe('findPlace', () => {
  it.each([
    ['fourth', [1, 2, 3, 7, 5, 6, 4, 8, 9], { slot: 4, started: true }],
    ['from the bench', [1, 2, 3, 4, 5, 6, 10, 8, 9], { slot: null, started: false }],
    ['in an unknown order', [], { slot: null, started: null }],
  ])('gives place and start of a player who bats %s', (_, home, expected) => {
    const known = orders({ home, away: [7] })
    expect(findPlace(known, { gameId: 0, home: true }, 7)).toEqual(expected)
    expect(findPlace(known, { gameId: 1, home: true }, 7)).toEqual({ slot: null, started: null })
  })
})
