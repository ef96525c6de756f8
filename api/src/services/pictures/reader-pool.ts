import { createSlots } from '../../platform/concurrency/slots.ts'
import { type ReaderProcess, type Reading, type ReadRequest, startReaderProcess } from './reader-process.ts'

/** A picture takes a second or two; on a busy machine, where readers go last, many times that. */
const READ_MS = 60_000
/** Then a reader without work gives its memory back. */
const IDLE_MS = 60_000
/** Memory that a decoder does not give back ends with its process. */
const READS_PER_PROCESS = 100
/** Pixels of a picture that takes so much memory that the next one should not find it taken. */
const LARGE_PIXELS = 12_000_000

export interface ReaderPool {
  /**
   * @param key whose picture it is: nobody takes more than half of the places to wait
   * @throws PictureRefused; what `full` makes where too many wait already; Error where the reader failed
   */
  read(key: string, request: ReadRequest): Promise<Reading>
  /** Ends every process, whatever it is doing. */
  close(): void
}

interface PoolOptions {
  /** Processes at most; each is started when there is work for it. */
  workers: number
  /** Pictures that may wait for one. */
  waiting: number
  full: () => Error
  readMs?: number
  idleMs?: number
  /** What a process runs. */
  child?: URL
}

/** Readers that are started when they are needed, used again while they are sound, and ended when they are idle. */
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
    // The one that was used last: the others may go idle.
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
