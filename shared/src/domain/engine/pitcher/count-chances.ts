/** Chances of 0 to `trials` successes, each of chance `p`. */
export function binomial(trials: number, p: number): number[] {
  const chance = Math.min(1 - 1e-9, Math.max(0, p))
  const odds = chance / (1 - chance)
  const chances = [(1 - chance) ** trials]
  for (let k = 1; k <= trials; k++) chances.push((chances[k - 1] ?? 0) * odds * ((trials - k + 1) / k))
  return chances
}

/**
 * Chances of 0 to `trials` successes where the chance itself differs from day to day around `p`.
 * @param correlation of two trials, ρ: the variance is 1 + (trials − 1) ρ times the binomial's
 * Source: Johnson, Kemp and Kotz, 'Univariate Discrete Distributions', 3rd ed., 6.2.2.
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
 * Chances of 0, 1, 2, … events of a negative binomial, cut at `most` and summing to one.
 * @param excess of the variance over the mean, in squares of the mean
 * Source: Johnson, Kemp and Kotz, 5.1.
 */
export function negativeBinomial(mean: number, excess: number, most: number): number[] {
  const size = 1 / excess
  const p = mean / (mean + size)
  const chances = [(1 - p) ** size]
  for (let k = 1; k <= most; k++) chances.push((chances[k - 1] ?? 0) * p * ((size + k - 1) / k))
  const sum = chances.reduce((total, chance) => total + chance, 0)
  return chances.map((chance) => chance / sum)
}
