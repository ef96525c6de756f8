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

/**
 * Distribution of a sum with a random number of independent terms.
 * @param times `times[n]` is the chance of n terms
 * @param added distribution of one term
 */
export function sumOfSome(times: readonly number[], added: readonly number[]): number[] {
  let sum = [0]
  for (const chance of times.toReversed()) {
    sum = convolve(sum, added)
    sum[0] = (sum[0] ?? 0) + chance
  }
  return sum
}
