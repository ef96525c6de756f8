import { setTimeout as wait } from 'node:timers/promises'

/** Time and chance, so that tests may hold them in their hands. */
export interface Timer {
  /** Milliseconds since the epoch, by the wall clock. */
  now(): number
  /** Milliseconds since some moment of this process. What measures a stretch of time asks this: no clock sets it back. */
  elapsed(): number
  /** @throws the signal's reason when it aborts first */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** At least 0, below 1. */
  random(): number
}

export const systemTimer: Timer = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  // Does not keep a process alive that has nothing else to do.
  sleep: async (ms, signal) => wait(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }),
  random: () => Math.random(),
}
