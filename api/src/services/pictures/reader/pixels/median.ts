/** The value in the middle (of two, the upper); 0 for none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that `share` of the others lie below; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** The value in the middle when each counts as often as its square: specks do not outvote what is large. */
export function squareMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  let left = sorted.reduce((sum, value) => sum + value ** 2, 0) / 2
  for (const value of sorted) {
    left -= value ** 2
    if (left <= 0) return value
  }
  return 0
}
