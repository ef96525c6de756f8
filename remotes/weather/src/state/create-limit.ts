/**
 * Creates a concurrency limit: at most `most` tasks run at a time, further tasks wait in order. A task whose
 * signal is aborted while waiting is not started.
 */
export function createLimit(most: number) {
  const waiting: (() => void)[] = []
  let running = 0
  const next = () => {
    running -= 1
    waiting.shift()?.()
  }
  return async <T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    if (running >= most) await new Promise<void>((turn) => waiting.push(turn))
    running += 1
    try {
      signal?.throwIfAborted()
      return await task()
    } finally {
      next()
    }
  }
}
