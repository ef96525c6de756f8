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
const game: OpenGame = {
  gamePk: 900,
  date: '2026-05-03',
  startsAt: '2026-05-03T23:05:00Z',
  home: true,
  opponentId: 111,
  venueId: null,
  starterId: 50,
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
    const lineup = opposingLineup(contextOf({}), { ...game, opposingLineup: ORDER })
    expect(lineup?.announced).toBe(true)
    expect(lineup?.batters.map(({ totals }) => totals?.plateAppearances)).toEqual(ORDER.map((id) => 10 * id))
    expect(lineup?.batters.map(({ pitcher }) => pitcher)).toEqual(ORDER.map((id) => id === 9))
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
    expect(opposingLineup(contextOf(more), { ...game, opposingLineup: order })).toBeNull()
  })
})
