import type { HittingGame, PitchingGame } from '@propsight/shared/contracts'
import type { BatSide, BatterGame, PitcherGame, ThrowHand } from '@propsight/shared/domain/engine'

/** A game of the log as the engine takes it. The log tells neither the place in the order nor the starter faced. */
export function batterGame({ homeAway, ...game }: HittingGame): BatterGame {
  return { ...game, home: homeAway === 'HOME', park: null, slot: null, started: null, starterHand: null }
}

/** A start or relief of the log as the engine takes it. */
export function pitcherGame({ homeAway, ...game }: PitchingGame): PitcherGame {
  return { ...game, home: homeAway === 'HOME', park: null, hitByPitch: null }
}

export const batSideOf = (code: BatSide | undefined): BatSide | null => code ?? null

/** Someone who throws with both hands is nobody's left- or right-hander. */
export const throwHandOf = (code: BatSide | undefined): ThrowHand | null =>
  code === 'L' || code === 'R' ? code : null
