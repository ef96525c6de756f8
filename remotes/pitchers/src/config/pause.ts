/** Waits, at most until the browser is back online. @throws the signal's reason once it is aborted */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void) => () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', ended)
      finish()
    }
    const done = settle(resolve)
    const ended = settle(() => reject(signal.reason))
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    signal.addEventListener('abort', ended)
    if (signal.aborted) ended()
  })
}

/** Pauses that double from one try to the next: 2 s, 4 s … up to a minute, and up to a fifth more at random. */
export const backOffMs = (failures: number, random = Math.random()): number =>
  Math.min(60_000, 2_000 * 2 ** Math.max(0, failures - 1)) * (1 + random / 5)

/** The same for an answer that came but lacks something: from a minute up to ten. */
export const lookAgainMs = (times: number): number => Math.min(600_000, 60_000 * 2 ** Math.max(0, times - 1))
