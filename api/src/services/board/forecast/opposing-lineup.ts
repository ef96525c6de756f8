import {
  announcedShares,
  guessShares,
  NO_PITCHER_BATS_FROM,
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

/** A recent batting order of a club, and the club whose park it was in. */
interface ClubOrder {
  readonly order: readonly number[]
  readonly park: number | null
}

/** Recent batting orders of each club, oldest first. */
const ordersByClub = deriveOnce((orders: OrdersByGame): ReadonlyMap<number, readonly ClubOrder[]> => {
  const clubs = new Map<number, ClubOrder[]>()
  const add = (club: number | null, order: readonly number[], park: number | null): void => {
    if (club !== null) clubs.set(club, [...(clubs.get(club) ?? []), { order, park }])
  }
  for (const { homeClub, awayClub, home, away } of orders.values()) {
    add(homeClub, home, homeClub)
    add(awayClub, away, homeClub)
  }
  return clubs
})

/**
 * Finds the batters whom a pitcher faces: the announced order if it is complete, else a guess from the recent
 * orders of the opposing club. Before 2022 pitchers bat in the games at a park in which they batted before.
 * @param clubId the pitcher's club
 * @returns null until the totals of all players are loaded, and without an order
 */
export function opposingLineup(
  { players, orders, earlier }: ForecastContext,
  { date, home, opposingLineup: order, opposingStarterId, opponentId }: OpenGame,
  clubId: number | undefined,
): OpposingLineup | null {
  if (players === null) return null
  // A two-way player counts as a pitcher: an order does not tell whether he pitches in the game.
  const isPitcher = (id: number): boolean =>
    date < NO_PITCHER_BATS_FROM && (id === opposingStarterId || players.starters.has(id))
  const ordered = (ids: readonly number[]) => ids.map((id) => ({ id, pitcher: isPitcher(id) }))
  const batterOf = (id: number) => ({
    totals: players.batting.get(id) ?? null,
    earlier: earlierBatting(earlier, id),
  })
  if (lineupStatus(order, players) === 'announced') {
    const batters = announcedShares(ordered(order)).map(({ id: { id, pitcher }, share }) => ({
      share,
      pitcher,
      ...batterOf(id),
    }))
    return { announced: true, batters }
  }
  const clubs = ordersByClub(orders)
  const park = home ? clubId : opponentId
  const lastInPark = clubs.get(park ?? -1)?.findLast((each) => each.park === park && each.order.length > 0)
  const guessed = guessShares(
    clubs.get(opponentId)?.map((each) => ordered(each.order)) ?? [],
    lastInPark?.order.some(isPitcher) ?? false,
  )
  if (guessed.length === 0) return null
  const batters = guessed.map(({ id, share, pitcher }) => ({
    share,
    pitcher,
    ...(id === null ? { totals: null } : batterOf(id)),
  }))
  return { announced: false, batters }
}
