import { createSlots } from '../../platform/concurrency/slots.ts'
import { type ReaderProcess, type Reading, type ReadRequest, startReaderProcess } from './reader-process.ts'

/**
 * Time limit of an image. It takes one or two seconds, but much longer on a busy machine due to the low
 * priority.
 */
const READ_MS = 60_000
/** After this time an idle reader process ends and frees its memory. */
const IDLE_MS = 60_000
/** Images per process. Ending the process frees memory leaked by decoders. */
const READS_PER_PROCESS = 100
/** After an image with more pixels the process ends, to free its memory for the next image. */
const LARGE_PIXELS = 12_000_000

export interface ReaderPool {
  /**
   * Reads an image in a free process, or waits for one.
   * @param key id of the user; one user takes at most half of the queue
   * @throws PictureRefused; the error of `full` if the queue is full; Error if the reader fails
   */
  read(key: string, request: ReadRequest): Promise<Reading>
  /** Ends all processes at once. */
  close(): void
}

interface PoolOptions {
  /** Maximum number of processes; they are started on demand. */
  workers: number
  /** Maximum number of waiting images. */
  waiting: number
  full: () => Error
  readMs?: number
  idleMs?: number
  /** Module run by a process. */
  child?: URL
}

/**
 * A pool of reader processes, which are started on demand, reused, and ended after a failure or when idle.
 */
export function createReaderPool({
  workers,
  waiting,
  full,
  readMs = READ_MS,
  idleMs = IDLE_MS,
  child = new URL('./reader-child.ts', import.meta.url),
}: PoolOptions): ReaderPool {
  const slots = createSlots({ atOnce: workers, waiting, full })
  const all = new Map<ReaderProcess, { reads: number; idle?: NodeJS.Timeout }>()
  const free: ReaderProcess[] = []
  let closed = false

  const end = (reader: ReaderProcess) => {
    clearTimeout(all.get(reader)?.idle)
    all.delete(reader)
    const at = free.indexOf(reader)
    if (at >= 0) free.splice(at, 1)
    reader.end()
  }
  const take = (): ReaderProcess => {
    // The most recently used process, so that the rest can end as idle.
    for (let reader = free.pop(); reader; reader = free.pop()) {
      clearTimeout(all.get(reader)?.idle)
      if (reader.isAlive()) return reader
      end(reader)
    }
    const fresh = startReaderProcess(child, readMs)
    all.set(fresh, { reads: 0 })
    return fresh
  }
  const giveBack = (reader: ReaderProcess) => {
    const state = all.get(reader)
    if (!state) return
    state.reads += 1
    if (!reader.isAlive() || state.reads >= READS_PER_PROCESS) return end(reader)
    state.idle = setTimeout(() => end(reader), idleMs).unref()
    free.push(reader)
  }

  return {
    read: (key, request) =>
      slots.run(
        key,
        async () => {
          if (closed) throw full()
          const reader = take()
          try {
            const reading = await reader.read(request)
            if (reading.size.width * reading.size.height > LARGE_PIXELS) end(reader)
            return reading
          } finally {
            giveBack(reader)
          }
        },
        request.signal,
      ),
    close() {
      closed = true
      for (const reader of [...all.keys()]) end(reader)
    },
  }
}
