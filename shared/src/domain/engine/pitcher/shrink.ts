/**
 * Shrinks a rate toward the usual one: mean of a gamma posterior.
 * Source: Casella, 'An introduction to empirical Bayes data analysis', The American Statistician 39 (1985).
 * @param count of the event, among `trials`
 * @param strength trials at the usual rate that are mixed in
 */
export const shrink = (count: number, trials: number, usual: number, strength: number): number =>
  (count + strength * usual) / (trials + strength)
