import { kellyShare, type Return } from './kelly.ts'

/** A unit is one percent of the bankroll. */
export const UNITS_PER_BANKROLL = 100
/** A quarter of Kelly's share: what is given up is small, what errors in the chances cost is far smaller. */
export const KELLY_PART = 0.25
/** Most of a bankroll that one entry may take. */
export const STAKE_CAP = 0.02

export interface Stake {
  /** In units, each one percent of the bankroll: 0 to 2. */
  readonly units: number
  /** Said on the screen where there is nothing to stake. */
  readonly words: 'no edge' | null
}

/**
 * Recommended stake of an entry: a quarter of Kelly's share, at most 2% of the bankroll, and nothing where what is
 * expected is not clearly above the stake.
 * @param returns all the ways in which the entry may end
 * @param lowest low end of the interval of the expected profit per unit staked
 */
export function stake(returns: readonly Return[], lowest: number): Stake {
  const share = lowest > 0 ? kellyShare(returns) : 0
  if (share === 0) return { units: 0, words: 'no edge' }
  return { units: UNITS_PER_BANKROLL * Math.min(STAKE_CAP, KELLY_PART * share), words: null }
}
