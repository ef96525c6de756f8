import type { Draws } from './draws.ts'
import type { ParlayLeg } from './leg.ts'
import { normalBelow, normalQuantile } from './normal.ts'

/** A leg's chances given each draw; a single draw where nothing is shared. */
export interface LegView {
  readonly player: string
  readonly noPlay: number
  /** Given that he plays. */
  readonly win: Float64Array
  /** Null where no draw can end on the line. */
  readonly push: Float64Array | null
}

/** What a leg has to itself is never taken for less: two lines of one stat share everything. */
const LEAST_OWN = 1e-6

/**
 * A leg's chances given what it shares with others: it wins where its normal variable lies above what its chance to
 * win leaves above, and ties in the band below. Over all draws it keeps the chances that it has by itself.
 * @param at its place in the draws; null draws are of a leg that shares nothing
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
