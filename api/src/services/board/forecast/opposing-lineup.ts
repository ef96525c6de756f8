import {
  announcedShares,
  guessShares,
  type LineupShare,
  type OpposingLineup,
} from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/derive-once.ts'
import { earlierBatting, type SeasonPlayers } from './earlier-seasons.ts'
import type { OrdersByGame } from './engine-games.ts'
import type { ForecastContext } from './forecast-context.ts'
import type { OpenGame } from './open-games.ts'

const PLACES = 9

/** What a forecast knows of the batting order that a pitcher faces. */
export function lineupStatus(
  order: readonly number[],
  players: SeasonPlayers | null,
): 'announced' | 'guessed' | 'pending' {
  if (players === null) return 'pending'
  return order.length >= PLACES ? 'announced' : 'guessed'
}

/** Recent batting orders of each club, oldest first. */
const ordersByClub = deriveOnce(
  (orders: OrdersByGame): ReadonlyMap<number, readonly (readonly number[])[]> => {
    const clubs = new Map<number, (readonly number[])[]>()
    const add = (club: number | null, order: readonly number[]): void => {
      if (club !== null) clubs.set(club, [...(clubs.get(club) ?? []), order])
    }
    for (const { homeClub, awayClub, home, away } of orders.values()) {
      add(homeClub, home)
      add(awayClub, away)
    }
    return clubs
  },
)

/**
 * Finds the batters whom a pitcher faces: the announced order if it is complete, else a guess from the recent
 * orders of the opposing club.
 * @returns null until the totals of all players are loaded, and without an order
 */
export function opposingLineup(
  { players, orders, earlier }: ForecastContext,
  { opposingLineup: order, opposingStarterId, opponentId }: OpenGame,
): OpposingLineup | null {
  if (players === null) return null
  const announced = lineupStatus(order, players) === 'announced'
  const shares: readonly LineupShare<number>[] = announced
    ? announcedShares(order)
    : guessShares(ordersByClub(orders).get(opponentId) ?? [])
  if (shares.length === 0) return null
  const batters = shares.map(({ id, share }) => ({
    share,
    totals: players.batting.get(id) ?? null,
    earlier: earlierBatting(earlier, id),
    pitcher: id === opposingStarterId || players.starters.has(id),
  }))
  return { announced, batters }
}
