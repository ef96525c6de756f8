/** Binomial distribution: chances of 0 to `trials` successes, each with chance `p`. */
export function binomial(trials: number, p: number): number[] {
  const chance = Math.min(1 - 1e-9, Math.max(0, p))
  const odds = chance / (1 - chance)
  const chances = [(1 - chance) ** trials]
  for (let k = 1; k <= trials; k++) chances.push((chances[k - 1] ?? 0) * odds * ((trials - k + 1) / k))
  return chances
}

/**
 * Beta-binomial distribution: chances of 0 to `trials` successes where the chance itself varies around `p`.
 * Source: Johnson, Kemp and Kotz, 'Univariate Discrete Distributions', 3rd ed., 6.2.2.
 * @param correlation of two trials, ρ > 0: the variance is 1 + (trials − 1) ρ times that of the binomial
 * distribution
 */
export function betaBinomial(trials: number, p: number, correlation: number): number[] {
  const chance = Math.min(1 - 1e-6, Math.max(1e-6, p))
  const size = 1 / correlation - 1
  const yes = chance * size
  const no = size - yes
  let none = 1
  for (let i = 0; i < trials; i++) none *= (no + i) / (size + i)
  const chances = [none]
  for (let k = 1; k <= trials; k++) {
    const step = ((trials - k + 1) / k) * ((yes + k - 1) / (no + trials - k))
    chances.push((chances[k - 1] ?? 0) * step)
  }
  return chances
}

/**
 * Negative binomial distribution: chances of 0 to `most` events, normalised to sum to one.
 * Source: Johnson, Kemp and Kotz, 'Univariate Discrete Distributions', 3rd ed., 5.1.
 * @param excess of the variance over the mean, in squares of the mean
 */
export function negativeBinomial(mean: number, excess: number, most: number): number[] {
  const size = 1 / excess
  const p = mean / (mean + size)
  const chances = [(1 - p) ** size]
  for (let k = 1; k <= most; k++) chances.push((chances[k - 1] ?? 0) * p * ((size + k - 1) / k))
  const sum = chances.reduce((total, chance) => total + chance, 0)
  return chances.map((chance) => chance / sum)
}
