import type { Readable } from '../contracts/remote-contract.ts'

/** A value outside of React that its owner may change, in the form in which remotes are given theirs. */
export interface Value<T> extends Readable<T> {
  /** Whoever listens is told, unless it is the same. */
  set(next: T): void
}

export function createValue<T>(first: T): Value<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe(onChange) {
      listeners.add(onChange)
      return () => listeners.delete(onChange)
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
