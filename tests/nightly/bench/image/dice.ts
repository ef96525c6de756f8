/** Repeatable chance: the same seed throws the same numbers on every machine. */
export interface Dice {
  /** From 0 (included) to 1 (excluded). */
  next(): number
  pick<T>(from: readonly T[]): T
  /** Whether something of this chance happens. */
  chance(of: number): boolean
  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number
  shuffled<T>(from: readonly T[]): T[]
}

/** A small generator (mulberry32): good enough to vary pictures, and the same everywhere. */
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
