import { type BattingTotals, NO_TOTALS } from '@propsight/shared/domain/engine'
import { describe, expect, it } from 'vitest'
import type { GameOrders } from '../../../sources/stats/stats-client.ts'
import { NO_EARLIER_SEASONS, type SeasonPlayers } from './earlier-seasons.ts'
import type { ForecastContext } from './forecast-context.ts'
import type { OpenGame } from './open-games.ts'
import { opposingLineup } from './opposing-lineup.ts'

const ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const totalsOf = (id: number): BattingTotals => ({ ...NO_TOTALS, plateAppearances: 10 * id })
const players: SeasonPlayers = {
  batting: new Map(ORDER.map((id) => [id, totalsOf(id)])),
  starts: null,
  starters: new Set([9, 30]),
}
/** The club of the pitcher. */
const CLUB = 147
const game: OpenGame = {
  gamePk: 900,
  date: '2026-05-03',
  startsAt: '2026-05-03T23:05:00Z',
  home: true,
  opponentId: 111,
  venueId: null,
  isStartUnset: false,
  starterId: 50,
  otherStarterIds: [],
  opposingStarterId: 30,
  opposingStarter: null,
  lineup: [],
  opposingLineup: [],
}
const orders = (...games: readonly Partial<GameOrders>[]) =>
  new Map(
    games.map((each, at) => [
      at,
      { gamePk: at, homeClub: 147, awayClub: 111, home: [], away: [], ...each } satisfies GameOrders,
    ]),
  )
const contextOf = (more: Partial<ForecastContext>): ForecastContext => ({
  totals: { league: NO_TOTALS, recentBatting: null, clubs: new Map(), staffs: new Map() },
  games: new Map(),
  starters: new Map(),
  orders: new Map(),
  earlier: NO_EARLIER_SEASONS,
  players,
  homes: new Map(),
  ...more,
})

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
