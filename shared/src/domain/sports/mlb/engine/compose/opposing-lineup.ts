import { findParkFactors } from '../../park-factors.ts'
import type {
  BatSide,
  BatterGame,
  BatterInput,
  GameSetting,
  OpposingLineup,
  ParkFactors,
  PitcherGame,
  PitcherInput,
  ThrowHand,
} from '../input.ts'
import { NO_PITCHER_BATS_FROM } from '../league-rates.ts'
import {
  type BattingOrders,
  type ClubOrder,
  earlierBatting,
  earlierPitching,
  type GameOrders,
  type LeagueRecords,
} from './league-records.ts'

/** Expected share of a starter's batters faced, without the player's record. */
export interface LineupShare<Id> {
  readonly id: Id
  readonly share: number
}

/**
 * Share of a starter's batters faced by place in the order. Places 1 to 4 usually have a third turn. Counted
 * from the batters faced by all starters of 2024; 2016 and 2025 differ by at most 0.003.
 */
const SHARES = [0.1303, 0.1268, 0.1225, 0.1174, 0.1121, 0.106, 0.0999, 0.0946, 0.0903] as const

const NINTH_SHARE = SHARES[8]

/** Number of recent games that a guess uses, and the weight of a game relative to the next one. */
const RECENT_ORDERS = 10
const ORDER_MEMORY = 0.85

/** Shares of an announced batting order, first to ninth. */
export const announcedShares = <Id>(order: readonly Id[]): LineupShare<Id>[] =>
  order.slice(0, SHARES.length).map((id, place) => ({ id, share: SHARES[place] ?? 0 }))

/** A batter of a batting order. */
export interface OrderedBatter<Id> {
  readonly id: Id
  /** A pitcher who bats (before 2022). */
  readonly pitcher: boolean
}

/** A guessed batter; `id` is null for a pitcher, because it is not the one of the recent games. */
export interface GuessedShare<Id> extends LineupShare<Id | null> {
  readonly pitcher: boolean
}

/**
 * Guesses the shares of a club's batters from its recent batting orders. Later games have more weight. Pitchers of
 * these orders do not bat again, so that they are left out. Where pitchers bat, an unnamed one has the share of the
 * ninth place.
 * @param orders batting orders of the club, oldest game first; incomplete ones are ignored
 * @param pitchersBat whether pitchers bat in the coming game
 * @returns the batters of the last ten complete orders; empty without one
 */
export function guessShares<Id>(
  orders: readonly (readonly OrderedBatter<Id>[])[],
  pitchersBat: boolean,
): GuessedShare<Id>[] {
  const pitchers = new Set(orders.flat().flatMap(({ id, pitcher }) => (pitcher ? [id] : [])))
  const recent = orders.filter((order) => order.length >= SHARES.length).slice(-RECENT_ORDERS)
  const shares = new Map<Id, number>()
  let total = 0
  let weight = 1
  for (const order of recent.toReversed()) {
    for (const { id, share } of announcedShares(order.map((batter) => batter.id)))
      shares.set(id, (shares.get(id) ?? 0) + weight * share)
    total += weight
    weight *= ORDER_MEMORY
  }
  const batters = [...shares].flatMap(([id, share]) =>
    pitchers.has(id) ? [] : [{ id, share: share / total, pitcher: false }],
  )
  if (!pitchersBat || batters.length === 0) return batters
  const all = batters.reduce((sum, { share }) => sum + share, 0)
  return [...batters, { id: null, share: (all * NINTH_SHARE) / (1 - NINTH_SHARE), pitcher: true }]
}

/** Number of past days whose batting orders are read: about two dozen starts, of which the latest weigh most. */
export const ORDER_DAYS = 30

const PLACES = SHARES.length

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

/** A game to be forecast, from the side of the player's club. */
export interface ForecastGame<Id> extends OpposingOrder<Id> {
  readonly venueId: number | null
  /** Whether the park is not the home club's. */
  readonly isNeutral?: boolean
  /** The club's announced batting order, first to ninth; empty before the announcement. */
  readonly lineup: readonly Id[]
}

/** A finished game of a batter as logs have it: the place in the order comes from the batting orders. */
export type LoggedBatterGame<Id> = Omit<BatterGame, 'slot' | 'started'> & { readonly gameId: Id }

interface Player<Id> {
  readonly id: Id
  /** Undefined where the club is not known. */
  readonly clubId: Id | undefined
}

/** The batter of a forecast, with the games of this season, oldest first. */
export interface ForecastBatter<Id> extends Player<Id> {
  readonly bats: BatSide | null
  readonly games: readonly LoggedBatterGame<Id>[]
}

/** The pitcher of a forecast, with the games of this season, oldest first. */
export interface ForecastPitcher<Id> extends Player<Id> {
  readonly throws: ThrowHand | null
  readonly games: readonly PitcherGame[]
}

const parkOf = (venueId: number | null | undefined, date: string): ParkFactors | null =>
  venueId == null ? null : findParkFactors(venueId, date)

/** The setting of a game in its usual weather. */
const settingOf = <Id>(
  { totals }: LeagueRecords<Id>,
  { date, venueId, isNeutral }: ForecastGame<Id>,
): GameSetting => ({
  date,
  league: totals.league,
  recentBatting: totals.recentBatting,
  park: parkOf(venueId, date),
  ...(isNeutral && { neutral: true }),
  weather: null,
})

/** Composes the input of a batter's forecast of everything that is known before the game. */
export function composeBatterInput<Id>(
  records: LeagueRecords<Id>,
  game: ForecastGame<Id>,
  { id, clubId, bats, games }: ForecastBatter<Id>,
): BatterInput {
  const { totals, starters, orders, homes, earlier } = records
  const { date, home, opponentId, opposingStarterId } = game
  const starter = opposingStarterId === null ? undefined : starters.get(opposingStarterId)
  const place = game.lineup.indexOf(id)
  return {
    setting: settingOf(records, game),
    home,
    bats,
    games: games.map((logged) => ({ ...logged, ...findPlace(orders, logged, id) })),
    earlier: earlierBatting(earlier, id),
    slot: place >= 0 && place < 9 ? place + 1 : null,
    club: clubId === undefined ? null : (totals.clubs.get(clubId) ?? null),
    homePark: clubId === undefined ? null : parkOf(homes.get(clubId), date),
    opposingStaff: totals.staffs.get(opponentId) ?? null,
    opposingStarter:
      starter && opposingStarterId !== null
        ? { ...starter, earlier: earlierPitching(earlier, opposingStarterId) }
        : null,
  }
}

/** Composes the input of a pitcher's forecast of everything that is known before the start. */
export function composePitcherInput<Id>(
  records: LeagueRecords<Id>,
  game: ForecastGame<Id>,
  { id, clubId, throws, games }: ForecastPitcher<Id>,
): PitcherInput {
  return {
    setting: { ...settingOf(records, game), starts: records.players?.starts ?? null },
    home: game.home,
    throws,
    games,
    earlier: earlierPitching(records.earlier, id),
    opponent: records.totals.clubs.get(game.opponentId) ?? null,
    lineup: opposingLineup(records, game, clubId),
  }
}
