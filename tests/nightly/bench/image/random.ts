/** Seeded random numbers: the same seed gives the same numbers on every machine. */
export interface Dice {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  pick<T>(from: readonly T[]): T
  /** True with this probability, 0 to 1. */
  chance(of: number): boolean
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  shuffled<T>(from: readonly T[]): T[]
}

/** Creates a mulberry32 generator, which is sufficient to vary pictures. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <T>(from: readonly T[]): T => {
    if (!from.length) throw new Error('nothing to pick from')
    return from[whole(0, from.length - 1)] as T
  }
  const shuffled = <T>(from: readonly T[]): T[] =>
    from
      .map((value) => ({ value, order: next() }))
      .sort((a, b) => a.order - b.order)
      .map(({ value }) => value)
  return { next, pick, chance: (of) => next() < of, whole, shuffled }
}
