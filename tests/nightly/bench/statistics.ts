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
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}

/** The upper median; 0 for an empty list. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
