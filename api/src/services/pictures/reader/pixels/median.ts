/** The median (of two middle values the upper one); 0 for no values. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The quantile at `share` (0 to 1); 0 for no values. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/**
 * The median weighted by the square of each value, so that many small specks do not outweigh a few letters.
 */
export function squareMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  let left = sorted.reduce((sum, value) => sum + value ** 2, 0) / 2
  for (const value of sorted) {
    left -= value ** 2
    if (left <= 0) return value
  }
  return 0
}
