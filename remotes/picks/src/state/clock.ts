import { useSyncExternalStore } from 'react'

/** Texts show whole minutes, so six updates a minute suffice. */
const TICK_MS = 10_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The time of the last tick; the current time if no timer ran since then because nothing was subscribed. */
function read(): number {
  if (Math.abs(Date.now() - now) > TICK_MS) now = Date.now()
  return now
}

/**
 * A value derived from the current time. All components share one timer. A component renders again only when
 * its own value changes.
 * @param of derives the value from the time in epoch milliseconds; returns a primitive, as values are
 *   compared by identity
 */
export const useClock = <T extends string | number | boolean>(of: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => of(read()))
