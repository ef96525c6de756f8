import type { Draws } from './copula.ts'
import type { ParlayLeg } from './leg.ts'
import { normalBelow, normalQuantile } from './normal.ts'

/** Chances of a leg given each draw. A leg without correlated legs has a single draw. */
export interface LegView {
  readonly player: string
  readonly noPlay: number
  /** Chance to win in each draw, given that the player takes part. */
  readonly win: Float64Array
  /** Chance of a push in each draw; null where the line has no push. */
  readonly push: Float64Array | null
}

/** Lower bound of the standard deviation of the independent part, which is 0 for two lines of one stat. */
const LEAST_OWN = 1e-6

/**
 * Computes the chances of a leg given the shared part of its normal variable. The leg wins where the variable
 * exceeds the quantile of its chance to win, and ties in a band below. The mean over all draws is the chance
 * of the leg alone.
 * @param draws null for a leg without correlated legs
 * @param at index of the leg in the draws
 */
export function legView({ player, noPlay, win, push }: ParlayLeg, draws: Draws | null, at: number): LegView {
  const shared = draws?.shared[at]
  if (!draws || !shared) {
    return { player, noPlay, win: Float64Array.of(win), push: push > 0 ? Float64Array.of(push) : null }
  }
  const own = Math.max(LEAST_OWN, draws.own)
  const reached = (chance: number): Float64Array => {
    const margin = normalQuantile(Math.min(1, chance))
    return shared.map((value) => normalBelow((margin + value) / own))
  }
  const wins = reached(win)
  const tied = push > 0 ? reached(win + push).map((value, i) => value - (wins[i] ?? 0)) : null
  return { player, noPlay, win: wins, push: tied }
}
