import type { Readable } from '@propsight/shared/contracts'

/** A readable value of the shell that a test can set. */
export function fakeReadable<T>(first: T): Readable<T> & { set(value: T): void } {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
  }
}
