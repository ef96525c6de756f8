import { useSyncExternalStore } from 'react'

/** Often enough for minutes. */
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

/** Nobody moved the hand while nobody looked. */
function read(): number {
  if (Math.abs(Date.now() - now) > TICK_MS) now = Date.now()
  return now
}

/**
 * What the time makes of something: one clock for the whole screen. Only who asked is drawn again, and only when its
 * own answer changed.
 * @param of a text, number or truth value of epoch milliseconds
 */
export const useClock = <T extends string | number | boolean>(of: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => of(read()))
