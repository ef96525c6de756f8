/** A bounded number of jobs runs at the same time, further jobs wait in a bounded queue. */
export interface Slots {
  /**
   * Runs a job when a slot is free.
   * @param key owner of the job, such as a user id; one key takes at most `perKey` slots and half of the
   *   queue
   * @param signal ends the wait; a running job continues
   * @throws the error of `full` if the queue is full, or the signal aborts before the job starts
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Number of running and of waiting jobs. */
  load(): { running: number; waiting: number }
}

interface Waiting {
  key: string
  start(): void
}

export function createSlots({
  maxRunning,
  perKey = maxRunning,
  waiting,
  full,
}: {
  maxRunning: number
  /** Maximum number of running jobs of one key. */
  perKey?: number
  waiting: number
  full: () => Error
}): Slots {
  const queue: Waiting[] = []
  const running = new Map<string, number>()
  let total = 0

  const isFree = (key: string) => total < maxRunning && (running.get(key) ?? 0) < perKey
  const take = (key: string) => {
    total += 1
    running.set(key, (running.get(key) ?? 0) + 1)
  }
  const release = (key: string) => {
    total -= 1
    const remaining = (running.get(key) ?? 1) - 1
    if (remaining > 0) running.set(key, remaining)
    else running.delete(key)
    // First in, first out, except jobs whose key already uses its share.
    const at = queue.findIndex((next) => isFree(next.key))
    const [next] = at < 0 ? [] : queue.splice(at, 1)
    if (!next) return
    take(next.key)
    next.start()
  }
  const wait = (key: string, signal?: AbortSignal) => {
    const own = queue.filter((other) => other.key === key).length
    if (signal?.aborted || queue.length >= waiting || own >= Math.ceil(waiting / 2)) throw full()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const place: Waiting = { key, start: resolve }
    queue.push(place)
    const leave = () => {
      const at = queue.indexOf(place)
      if (at < 0) return
      queue.splice(at, 1)
      reject(full())
    }
    signal?.addEventListener('abort', leave, { once: true })
    return promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  return {
    load: () => ({ running: total, waiting: queue.length }),
    async run(key, work, signal) {
      if (isFree(key)) take(key)
      else await wait(key, signal)
      try {
        return await work()
      } finally {
        release(key)
      }
    },
  }
}
