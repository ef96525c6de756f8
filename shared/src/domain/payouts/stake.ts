import { kellyShare, type Return } from '../parlay/kelly.ts'

/** A unit is one percent of the bankroll. */
export const UNITS_PER_BANKROLL = 100
/**
 * Part of the Kelly share to stake. A quarter gives up little growth and makes errors in the chances far less
 * costly.
 */
export const KELLY_PART = 0.25
/** Largest share of a bankroll for one entry. */
export const STAKE_CAP = 0.02

export interface Stake {
  /** In units, each one percent of the bankroll: 0 to 2. */
  readonly units: number
  /** Text on the screen where the stake is 0. */
  readonly words: 'no edge' | null
}

/**
 * Recommended stake of an entry: a quarter of the Kelly share and at most 2% of the bankroll. The stake is 0
 * where the interval of the expected profit includes zero.
 * @param returns all possible outcomes of the entry
 * @param lowest low end of the interval of the expected profit per unit staked
 */
export function stake(returns: readonly Return[], lowest: number): Stake {
  const share = lowest > 0 ? kellyShare(returns) : 0
  if (share === 0) return { units: 0, words: 'no edge' }
  return { units: UNITS_PER_BANKROLL * Math.min(STAKE_CAP, KELLY_PART * share), words: null }
}
