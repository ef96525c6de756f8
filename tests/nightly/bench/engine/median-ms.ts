/**
 * How long some work takes, in ms: the median of its rounds, after some that warm it up.
 * @param prepare makes what a round works on; not timed
 */
export function medianMs<T>(rounds: number, prepare: () => T, work: (given: T) => unknown): number {
  const warmUp = Math.ceil(rounds / 5)
  const times: number[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const given = prepare()
    const begun = performance.now()
    work(given)
    if (round >= 0) times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
}
