import PQueue from 'p-queue'

/** A bounded number of jobs runs at the same time, further jobs wait in a bounded queue. */
export interface Slots {
  /**
   * Runs a job when a slot is free.
   * @param key owner of the job, such as a user id; one key takes at most `perKey` slots and `waitingPerKey` places of the
   *   queue
   * @param signal ends the wait; a running job continues
   * @throws the error of `full` if the queue is full, or the signal aborts before the job starts
   */
  run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
}

export function createSlots({
  maxRunning,
  perKey = maxRunning,
  waiting,
  waitingPerKey = Math.ceil(waiting / 2),
  full,
}: {
  maxRunning: number
  /** Maximum number of running jobs of one key. */
  perKey?: number
  waiting: number
  /** Maximum number of waiting jobs of one key; default: half of the queue. */
  waitingPerKey?: number
  full: () => Error
}): Slots {
  const all = new PQueue({ concurrency: maxRunning })
  /** A job enters `all` when the queue of its key starts it, so a key at its limit does not block other keys. */
  const byKey = new Map<string, PQueue>()
  const waitingKeys: string[] = []

  const isFree = (key: string) => all.pending < maxRunning && (byKey.get(key)?.pending ?? 0) < perKey
  const mayWait = (key: string) => {
    const own = waitingKeys.filter((other) => other === key).length
    return waitingKeys.length < waiting && own < waitingPerKey
  }
  const getQueue = (key: string): PQueue => {
    const existing = byKey.get(key)
    if (existing) return existing
    const queue = new PQueue({ concurrency: perKey })
    queue.addEventListener('idle', () => byKey.delete(key))
    byKey.set(key, queue)
    return queue
  }
  return {
    async run(key, work, signal) {
      if (signal?.aborted || !(isFree(key) || mayWait(key))) throw full()
      const wait = new AbortController()
      const leaveQueue = () => {
        waitingKeys.splice(waitingKeys.indexOf(key), 1)
        signal?.removeEventListener('abort', endWait)
      }
      const endWait = () => {
        leaveQueue()
        wait.abort(full())
      }
      const start = () => {
        leaveQueue()
        return work()
      }
      signal?.addEventListener('abort', endWait)
      waitingKeys.push(key)
      return getQueue(key).add(() => all.add(start, { signal: wait.signal }), { signal: wait.signal })
    },
  }
}
