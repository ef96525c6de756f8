/** The value in the middle (of two, the upper); 0 for none. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** The value that `share` of the others lie below; 0 for none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
