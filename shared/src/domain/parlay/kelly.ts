/** One way in which a bet may end. */
export interface Return {
  readonly chance: number
  /** Paid per unit staked, the stake included. */
  readonly paid: number
}

/** Halvings of the interval: below what a double can tell apart. */
const HALVINGS = 60

/** Slope of the expected log growth Σ p·ln(1 + f·(paid − 1)) in the share f; it only ever falls with f. */
const slope = (returns: readonly Return[], share: number): number =>
  returns.reduce(
    (sum, { chance, paid }) => (chance > 0 ? sum + (chance * (paid - 1)) / (1 + share * (paid - 1)) : sum),
    0,
  )

/**
 * The share of a bankroll that makes it grow fastest in the long run: J. L. Kelly, 'A new interpretation of
 * information rate', Bell System Technical Journal 35 (1956), for any number of outcomes.
 * @param returns all the ways in which the bet may end; their chances sum to one
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
