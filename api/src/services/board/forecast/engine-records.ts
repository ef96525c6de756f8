import type { HittingGame, PitchingGame } from '@propsight/shared/contracts'
import {
  type BatSide,
  type BattingOrders,
  type BattingTotals,
  indexOrders,
  type LeagueTotals,
  type LoggedBatterGame,
  leagueTotals,
  type PitcherGame,
  type ThrowHand,
} from '@propsight/shared/domain/engine'
import { deriveOnce } from '../../../platform/cache/cache.ts'
import type { ClubHitting, ClubPitching } from '../../../sources/stats/format/season-stats.ts'
import type { GameOrders, PersonLog } from '../../../sources/stats/stats-client.ts'

/** Converts a batter's game to a record of the engine's input. */
export const toBatterGame = ({ homeAway, gamePk, ...game }: HittingGame): LoggedBatterGame<number> => ({
  ...game,
  gameId: gamePk,
  home: homeAway === 'HOME',
})

/** Converts a pitcher's game, a start or a relief appearance, to engine input. */
export const toPitcherGame = ({ homeAway, hitBatsmen = null, ...game }: PitchingGame): PitcherGame => ({
  ...game,
  home: homeAway === 'HOME',
  hitByPitch: hitBatsmen,
})

// Derived once per log, for the forecasts of all of a player's games.
export const batterGames = deriveOnce(({ hitting }: PersonLog) => hitting.map(toBatterGame))
export const pitcherGames = deriveOnce(({ pitching }: PersonLog) => pitching.map(toPitcherGame))

export const toBatSide = (code: BatSide | undefined): BatSide | null => code ?? null

/** Converts the throwing hand; null for a switch pitcher and for an unknown hand. */
export const toThrowHand = (code: BatSide | undefined): ThrowHand | null =>
  code === 'L' || code === 'R' ? code : null

/** Converts a batting line of a season to engine input. */
export const toBattingTotals = ({ gamesPlayed, ...counts }: ClubHitting['stat']): BattingTotals => ({
  games: gamesPlayed,
  ...counts,
})

/**
 * Computes the league and club totals that forecasts use as a baseline.
 * @param pitching null when it could not be read
 * @param recentBatting batting of the clubs in the last thirty days; null when it could not be read
 */
export const toLeagueTotals = (
  batting: readonly ClubHitting[],
  pitching: readonly ClubPitching[] | null,
  recentBatting: readonly ClubHitting[] | null,
): LeagueTotals<number> =>
  leagueTotals(
    new Map(batting.map(({ team, stat }) => [team.id, toBattingTotals(stat)])),
    pitching && new Map(pitching.map(({ team, stat }) => [team.id, stat])),
    recentBatting?.map(({ stat }) => toBattingTotals(stat)) ?? null,
  )

/** Indexes the recent batting orders, once per answer. */
export const toBattingOrders = deriveOnce(
  (orders: readonly GameOrders[]): BattingOrders<number> =>
    indexOrders(orders.map(({ gamePk, ...game }) => ({ gameId: gamePk, ...game }))),
)
export const NO_ORDERS: BattingOrders<number> = indexOrders([])
