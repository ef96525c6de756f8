/**
 * Lets at most `most` of the tasks given to it run at a time; the others wait their turn, in order. A task whose signal
 * was aborted while it waited is not begun.
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
