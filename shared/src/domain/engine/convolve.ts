/** Chances of the sum of two independent whole numbers, each given by the chances of 0, 1, 2 … */
export function convolve(a: readonly number[], b: readonly number[]): number[] {
  const sum = new Array<number>(a.length + b.length - 1).fill(0)
  for (const [i, p] of a.entries()) {
    if (p === 0) continue
    for (let j = 0; j < b.length; j++) sum[i + j] = (sum[i + j] ?? 0) + p * (b[j] ?? 0)
  }
  return sum
}

/** Chances of a sum of as many independent `added` as `times` says: `times[n]` is the chance of n of them. */
export function sumOfSome(times: readonly number[], added: readonly number[]): number[] {
  let sum = [0]
  for (const chance of times.toReversed()) {
    sum = convolve(sum, added)
    sum[0] = (sum[0] ?? 0) + chance
  }
  return sum
}
