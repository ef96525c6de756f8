import type { HittingGame, PitchingGame } from '@propsight/shared/contracts'
import type { BatSide, BatterGame, PitcherGame, ThrowHand } from '@propsight/shared/domain/engine'
import type { GameOrders } from '../../../sources/stats/stats-client.ts'

/** Batting orders by game. */
export type OrdersByGame = ReadonlyMap<number, GameOrders>

const LAST_SLOT = 9
const UNKNOWN_SLOT = { slot: null, started: null }

/** Finds a player's slot in a batting order, 1 to 9. An incomplete order gives no information. */
function findSlot(order: readonly number[], personId: number): Pick<BatterGame, 'slot' | 'started'> {
  if (order.length < LAST_SLOT) return UNKNOWN_SLOT
  const at = order.indexOf(personId)
  return at >= 0 && at < LAST_SLOT ? { slot: at + 1, started: true } : { slot: null, started: false }
}

/**
 * Converts a batter's game to engine input. The slot comes from the batting orders, since game logs lack it.
 */
export function toBatterGame(
  { homeAway, ...game }: HittingGame,
  personId: number,
  orders: OrdersByGame,
): BatterGame {
  const home = homeAway === 'HOME'
  const gameOrders = orders.get(game.gamePk)
  const slot = gameOrders ? findSlot(home ? gameOrders.home : gameOrders.away, personId) : UNKNOWN_SLOT
  return { ...game, ...slot, home, park: null, starterHand: null }
}

/** Converts a pitcher's game, a start or a relief appearance, to engine input. */
export function toPitcherGame({ homeAway, ...game }: PitchingGame): PitcherGame {
  return { ...game, home: homeAway === 'HOME', park: null, hitByPitch: null }
}

export const toBatSide = (code: BatSide | undefined): BatSide | null => code ?? null

/** Converts the throwing hand; null for a switch pitcher and for an unknown hand. */
export const toThrowHand = (code: BatSide | undefined): ThrowHand | null =>
  code === 'L' || code === 'R' ? code : null
