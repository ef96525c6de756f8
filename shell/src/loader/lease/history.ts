import { findCaller, hasEnded, reportEffect } from './lease.ts'

/** Ignores changes of the history by a release that is no longer mounted. */
export function leaseHistory(history: History = window.history): void {
  for (const name of ['pushState', 'replaceState', 'go', 'back', 'forward'] as const) {
    const native = history[name] as (...args: unknown[]) => void
    const call = (...args: unknown[]): void => {
      const caller = findCaller(call)
      if (caller && hasEnded(caller)) reportEffect(caller, `history.${name}`)
      else Reflect.apply(native, history, args)
    }
    Object.defineProperty(history, name, { configurable: true, writable: true, value: call })
  }
}
