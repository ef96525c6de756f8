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

/** Chances below this, and above its complement, use the approximation of the tails. */
const TAIL = 0.02425

const QUANTILE = {
  centre: [
    -39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716,
    2.506628277459239,
  ],
  belowCentre: [
    -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1,
  ],
  tail: [
    -0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  belowTail: [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1],
}

const CHANCE = {
  above: [
    0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871,
    221.213596169931, 220.206867912376,
  ],
  below: [
    0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674,
    637.333633378831, 793.826512519948, 440.413735824752,
  ],
}
/** Distance beyond which the chance is below 1e-11 and returned as 0. */
const FAR = 7

/** Horner's rule, highest power first. */
function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0
  for (const coefficient of coefficients) sum = sum * x + coefficient
  return sum
}

/**
 * Quantile of the standard normal distribution.
 * Source: P. J. Acklam, 'An algorithm for computing the inverse normal cumulative distribution function'
 * (2003); relative error below 1.15e-9.
 * @param chance 0 gives −∞ and 1 gives +∞
 */
export function normalQuantile(chance: number): number {
  if (chance <= 0) return Number.NEGATIVE_INFINITY
  if (chance >= 1) return Number.POSITIVE_INFINITY
  if (chance > 1 - TAIL) return -normalQuantile(1 - chance)
  if (chance < TAIL) {
    const q = Math.sqrt(-2 * Math.log(chance))
    return polynomial(q, QUANTILE.tail) / polynomial(q, QUANTILE.belowTail)
  }
  const q = chance - 0.5
  return (q * polynomial(q * q, QUANTILE.centre)) / polynomial(q * q, QUANTILE.belowCentre)
}

/**
 * Cumulative distribution function of the standard normal distribution.
 * Source: G. West, 'Better approximations to cumulative normal functions', Wilmott (2005), after J. F. Hart
 * 1968; absolute error below 1e-11, with the far tails cut off.
 */
export function normalBelow(value: number): number {
  const distance = Math.abs(value)
  if (distance > FAR) return value > 0 ? 1 : 0
  const tail =
    (Math.exp((-distance * distance) / 2) * polynomial(distance, CHANCE.above)) /
    polynomial(distance, CHANCE.below)
  return value > 0 ? 1 - tail : tail
}
