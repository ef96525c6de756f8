/** Chances are bounded to this distance from 0 and 1, so that log-odds are finite. */
const EDGE = 1e-9

/** Log-odds of a chance. */
export const logit = (chance: number): number => {
  const inside = Math.min(1 - EDGE, Math.max(EDGE, chance))
  return Math.log(inside / (1 - inside))
}

/** Chance with these log-odds. */
export const expit = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds))

/** Quantile of the normal distribution for a two-sided 80% interval. */
export const Z_80 = 1.281552

/**
 * Distribution of the sum of two independent variables; each distribution is an array of the chances of 0, 1,
 * 2 …
 */
export function convolve(a: readonly number[], b: readonly number[]): number[] {
  const sum = new Array<number>(a.length + b.length - 1).fill(0)
  for (const [i, p] of a.entries()) {
    if (p === 0) continue
    for (let j = 0; j < b.length; j++) sum[i + j] = (sum[i + j] ?? 0) + p * (b[j] ?? 0)
  }
  return sum
}

/** Values at the end of a distribution that are reached with a smaller chance are left out. */
const UNREACHABLE = 1e-10

/**
 * Distribution of a sum with a random number of independent terms.
 * @param times `times[n]` is the chance of n terms
 * @param added distribution of one term
 */
export function compoundSum(times: readonly number[], added: readonly number[]): number[] {
  const reach = added.length - 1
  const first = added[0] ?? 0
  // Many amounts are impossible: a fantasy score has no term of 1 or 4.
  const amounts: number[] = []
  for (let amount = 1; amount <= reach; amount++) if (added[amount] !== 0) amounts.push(amount)
  const last = times.length - 1
  // Horner's scheme: the distribution so far is convolved with one term in place, from the largest value down.
  const sum = new Float64Array(Math.max(0, last) * reach + 1)
  sum[0] = times[last] ?? 0
  let most = 0
  for (let n = last - 1; n >= 0; n--) {
    for (let value = most; value >= 0; value--) {
      const chance = sum[value] ?? 0
      if (chance === 0) continue
      sum[value] = chance * first
      for (const amount of amounts)
        sum[value + amount] = (sum[value + amount] ?? 0) + chance * (added[amount] ?? 0)
    }
    sum[0] = (sum[0] ?? 0) + (times[n] ?? 0)
    most += reach
    while (most > 0 && (sum[most] ?? 0) < UNREACHABLE) {
      sum[most] = 0
      most--
    }
  }
  return Array.from(sum.subarray(0, most + 1))
}

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

/**
 * Shrinks a rate toward the usual one: mean of a gamma posterior.
 * Source: Casella, 'An introduction to empirical Bayes data analysis', The American Statistician 39 (1985).
 * @param count of the event, among `trials`
 * @param strength trials at the usual rate that are mixed in
 */
export const shrink = (count: number, trials: number, usual: number, strength: number): number =>
  (count + strength * usual) / (trials + strength)
