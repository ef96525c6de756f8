import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A result, or null where it takes longer than `ms`; the work itself goes on.
 * @throws what the work throws in time
 */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([work, sleep(ms, null, { signal: over.signal, ref: false })])
  } finally {
    over.abort()
    // Whatever it comes to later, nobody waits for it any more.
    work.catch(() => undefined)
  }
}
