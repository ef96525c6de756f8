/** Waits `ms` milliseconds, or until the browser is back online. @throws the signal's reason on abort */
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

/** Delay before the next attempt after failures, ms: 2 s, doubling up to 60 s, plus up to 20% jitter. */
export const backOffMs = (failures: number): number =>
  Math.min(60_000, 2_000 * 2 ** Math.max(0, failures - 1)) * (1 + Math.random() / 5)

/** Delay before incomplete data is requested again, ms: 1 minute, doubling up to 10 minutes. */
export const incompleteRetryMs = (times: number): number =>
  Math.min(600_000, 60_000 * 2 ** Math.max(0, times - 1))
