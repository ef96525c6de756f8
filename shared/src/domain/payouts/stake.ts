/** One possible outcome of a bet. */
export interface Return {
  readonly chance: number
  /** Paid per unit staked, the stake included. */
  readonly paid: number
}

/** Bisection steps: enough for the resolution of a double. */
const HALVINGS = 60

/**
 * Derivative of the expected log growth Σ p·ln(1 + f·(paid − 1)) with respect to the share f. It decreases
 * with f.
 */
const slope = (returns: readonly Return[], share: number): number =>
  returns.reduce(
    (sum, { chance, paid }) => (chance > 0 ? sum + (chance * (paid - 1)) / (1 + share * (paid - 1)) : sum),
    0,
  )

/**
 * Kelly share: the share of a bankroll that maximises its long-term growth, for any number of outcomes.
 * Source: J. L. Kelly, 'A new interpretation of information rate', Bell System Technical Journal 35 (1956).
 * @param returns all possible outcomes of the bet; their chances sum to one
 * @returns between 0 and 1; 0 where the bet returns its stake or less on average
 */
export function computeKellyShare(returns: readonly Return[]): number {
  if (!(slope(returns, 0) > 0)) return 0
  let low = 0
  let high = 1
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (slope(returns, middle) > 0) low = middle
    else high = middle
  }
  return low
}

/** A unit is one percent of the bankroll. */
export const UNITS_PER_BANKROLL = 100
/**
 * Part of the Kelly share to stake. A quarter gives up little growth and makes errors in the chances far less
 * costly.
 */
export const KELLY_PART = 0.25
/** Largest share of a bankroll for one entry. */
export const STAKE_CAP = 0.02

/** Text in place of a recommendation where no edge is shown. */
export const NO_EDGE = 'no edge shown'

export interface Stake {
  /** In units, each one percent of the bankroll: 0 to 2. */
  readonly units: number
  /** Text on the screen where the stake is 0. */
  readonly words: typeof NO_EDGE | null
}

/**
 * Recommended stake of an entry: a quarter of the Kelly share and at most 2% of the bankroll. The stake is 0
 * where the interval of the expected profit includes zero.
 * @param returns all possible outcomes of the entry
 * @param lowest low end of the interval of the expected profit per unit staked
 */
export function stake(returns: readonly Return[], lowest: number): Stake {
  const share = lowest > 0 ? computeKellyShare(returns) : 0
  if (share === 0) return { units: 0, words: NO_EDGE }
  return { units: UNITS_PER_BANKROLL * Math.min(STAKE_CAP, KELLY_PART * share), words: null }
}
