import type { Readable } from '../contracts/remote-contract.ts'

/** A writable observable value outside of React. Remotes receive it as a `Readable`. */
export interface WritableValue<T> extends Readable<T> {
  /** Sets the value and notifies listeners, unless it is unchanged. */
  set(next: T): void
}

/** Creates a writable observable value. @param first the initial value */
export function createWritableValue<T>(first: T): WritableValue<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe(onChange) {
      // Two subscriptions of one function are separate: the end of one must not end the other.
      const listener = () => onChange()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
