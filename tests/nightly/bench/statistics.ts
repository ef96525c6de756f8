/** The percentile of a list; `share` from 0 to 1. 0 for an empty list. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0

/** The upper median; 0 for an empty list. */
export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * Measures the median duration of `work` in ms, after warm-up rounds.
 * @param prepare creates the input of a round; not measured
 */
export function medianMs<T>(rounds: number, prepare: () => T, work: (input: T) => unknown): number {
  const warmUp = Math.ceil(rounds / 5)
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const input = prepare()
    const startedAt = performance.now()
    work(input)
    if (round >= 0) times.push(performance.now() - startedAt)
  }
  return median(times)
}
