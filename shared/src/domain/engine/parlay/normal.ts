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
