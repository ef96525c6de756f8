/**
 * A rate on its way from what is usual to a player's own: the mean of a gamma posterior.
 * @param count of the event, among `trials`
 * @param strength trials at the usual rate that are mixed in
 * Source: Casella, 'An introduction to empirical Bayes data analysis', The American Statistician 39 (1985).
 */
export const shrink = (count: number, trials: number, usual: number, strength: number): number =>
  (count + strength * usual) / (trials + strength)
