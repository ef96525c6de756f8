import { setTimeout as wait } from 'node:timers/promises'

/** Clock, delay and random numbers, replaceable in tests. */
export interface Timer {
  /** Milliseconds since the epoch, by the wall clock. */
  now(): number
  /** Monotonic milliseconds, for durations: unlike the wall clock they are never set back. */
  elapsed(): number
  /** @throws the signal's reason when it aborts first */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** At least 0, below 1. */
  random(): number
}

export const systemTimer: Timer = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  // A pending sleep does not keep the process alive.
  sleep: async (ms, signal) => wait(ms, undefined, { ref: false, ...(signal ? { signal } : {}) }),
  random: () => Math.random(),
}
