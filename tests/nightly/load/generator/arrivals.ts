/** The mulberry32 generator: the same seed gives the same load, on any machine. Numbers in [0, 1). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Generates arrival times of independent visitors (a Poisson process) relative to its start. They do not
 * depend on earlier answers, because otherwise a slow answer would delay the next arrival and hide itself
 * (coordinated omission).
 * @param perSecond mean rate
 * @returns times in milliseconds, ascending, all below `seconds`
 */
export function arrivalsOf(perSecond: number, seconds: number, random: () => number): number[] {
  const times: number[] = []
  let at = 0
  for (;;) {
    at += (-Math.log(1 - random()) / perSecond) * 1_000
    if (at >= seconds * 1_000) return times
    times.push(at)
  }
}
