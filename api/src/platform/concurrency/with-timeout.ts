import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits for `work` at most `ms` milliseconds. The work itself continues after that.
 * @returns the result, or null after the timeout
 * @throws the error of the work when it fails before the timeout
 */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, null, { signal: over.signal, ref: false })])
  } finally {
    over.abort()
    // A failure after the timeout must not become an unhandled rejection.
    work.catch(() => undefined)
  }
}

/** Waits for required data. @throws `late()` after `ms` milliseconds, and what the work throws */
export async function requireInTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  const value = await withTimeout(work, ms)
  if (value === null) throw late()
  return value
}
