import type { BatterGame, OpposingLineup } from '../input.ts'
import { NO_PITCHER_BATS_FROM } from '../league-rates.ts'
import { announcedShares, guessShares } from '../lineup.ts'
import {
  type BattingOrders,
  type ClubOrder,
  earlierBatting,
  type GameOrders,
  type LeagueRecords,
} from './league-records.ts'

/** Number of past days whose batting orders are read: about two dozen starts, of which the latest weigh most. */
export const ORDER_DAYS = 30

const PLACES = 9

/** @param games oldest first */
export function indexOrders<Id>(games: readonly GameOrders<Id>[]): BattingOrders<Id> {
  const byClub = new Map<Id, ClubOrder<Id>[]>()
  const add = (club: Id | null, order: readonly Id[], park: Id | null): void => {
    if (club === null) return
    const orders = byClub.get(club) ?? []
    byClub.set(club, orders)
    orders.push({ order, park })
  }
  for (const { homeClub, awayClub, home, away } of games) {
    add(homeClub, home, homeClub)
    add(awayClub, away, homeClub)
  }
  return { byGame: new Map(games.map((game) => [game.gameId, game])), byClub }
}

/** Finds a player's place in the batting order of a game, 1 to 9. An incomplete order gives no information. */
export function findPlace<Id>(
  { byGame }: BattingOrders<Id>,
  { gameId, home }: { readonly gameId: Id; readonly home: boolean },
  playerId: Id,
): Pick<BatterGame, 'slot' | 'started'> {
  const game = byGame.get(gameId)
  const order = (home ? game?.home : game?.away) ?? []
  if (order.length < PLACES) return { slot: null, started: null }
  const at = order.indexOf(playerId)
  return at >= 0 && at < PLACES ? { slot: at + 1, started: true } : { slot: null, started: false }
}

/** What a forecast knows of the batting order that a pitcher faces. */
export function lineupStatus<Id>(
  order: readonly Id[],
  players: LeagueRecords<Id>['players'],
): 'announced' | 'guessed' | 'pending' {
  if (players === null) return 'pending'
  return order.length >= PLACES ? 'announced' : 'guessed'
}

/** The part of a game that decides whom a pitcher faces, from the side of the pitcher's club. */
export interface OpposingOrder<Id> {
  /** League day. */
  readonly date: string
  readonly home: boolean
  readonly opponentId: Id
  /** Id of the announced starter of the opposing club. */
  readonly opposingStarterId: Id | null
  /** The opposing club's announced batting order, first to ninth; empty before the announcement. */
  readonly opposingLineup: readonly Id[]
}

/**
 * Finds the batters whom a pitcher faces: the announced order if it is complete, else a guess from the recent
 * orders of the opposing club. Before 2022 pitchers bat in the games at a park in which they batted before.
 * @param clubId the pitcher's club
 * @returns null while the totals of all players are unknown, and without an order
 */
export function opposingLineup<Id>(
  { players, orders, earlier }: Pick<LeagueRecords<Id>, 'players' | 'orders' | 'earlier'>,
  { date, home, opposingLineup: order, opposingStarterId, opponentId }: OpposingOrder<Id>,
  clubId: Id | undefined,
): OpposingLineup | null {
  if (players === null) return null
  // A two-way player counts as a pitcher: an order does not tell whether he pitches in the game.
  const isPitcher = (id: Id): boolean =>
    date < NO_PITCHER_BATS_FROM && (id === opposingStarterId || players.starters.has(id))
  const ordered = (ids: readonly Id[]) => ids.map((id) => ({ id, pitcher: isPitcher(id) }))
  const batterOf = (id: Id) => ({
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
  const park = home ? clubId : opponentId
  const inPark = park === undefined ? [] : (orders.byClub.get(park) ?? [])
  const lastInPark = inPark.findLast((each) => each.park === park && each.order.length > 0)
  const guessed = guessShares(
    orders.byClub.get(opponentId)?.map((each) => ordered(each.order)) ?? [],
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
