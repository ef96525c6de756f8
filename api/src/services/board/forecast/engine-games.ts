import type { HittingGame, PitchingGame } from '@propsight/shared/contracts'
import type { BatSide, BatterGame, PitcherGame, ThrowHand } from '@propsight/shared/domain/engine'
import type { GameOrders } from '../../../sources/stats/stats-client.ts'

/** Batting orders by game. */
export type OrdersByGame = ReadonlyMap<number, GameOrders>

const LAST_PLACE = 9
const UNTOLD = { slot: null, started: null }

/** Where someone stood in a batting order, first to ninth. */
function placeIn(order: readonly number[], personId: number): Pick<BatterGame, 'slot' | 'started'> {
  if (order.length < LAST_PLACE) return UNTOLD
  const at = order.indexOf(personId)
  return at >= 0 && at < LAST_PLACE ? { slot: at + 1, started: true } : { slot: null, started: false }
}

/** A game of the log as the engine takes it. The log itself does not tell the place in the order. */
export function batterGame(
  { homeAway, ...game }: HittingGame,
  personId: number,
  orders: OrdersByGame,
): BatterGame {
  const home = homeAway === 'HOME'
  const told = orders.get(game.gamePk)
  const place = told ? placeIn(home ? told.home : told.away, personId) : UNTOLD
  return { ...game, ...place, home, park: null, starterHand: null }
}

/** A start or relief of the log as the engine takes it. */
export function pitcherGame({ homeAway, ...game }: PitchingGame): PitcherGame {
  return { ...game, home: homeAway === 'HOME', park: null, hitByPitch: null }
}

export const batSideOf = (code: BatSide | undefined): BatSide | null => code ?? null

/** Someone who throws with both hands is nobody's left- or right-hander. */
export const throwHandOf = (code: BatSide | undefined): ThrowHand | null =>
  code === 'L' || code === 'R' ? code : null
