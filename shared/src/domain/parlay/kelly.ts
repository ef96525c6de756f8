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
export function kellyShare(returns: readonly Return[]): number {
  if (!(slope(returns, 0) > 0)) return 0
  let [low, high] = [0, 1]
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (low + high) / 2
    if (slope(returns, middle) > 0) low = middle
    else high = middle
  }
  return low
}
