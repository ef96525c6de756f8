import { availableParallelism } from 'node:os'
import { createSlots } from '../../platform/concurrency/slots.ts'
import { HttpError } from '../../platform/errors.ts'
import { type ReaderProcess, type Reading, type ReadRequest, startReaderProcess } from './reader-process.ts'
import { ImageRefused } from './reading.ts'

const READER = new URL('./reader-child.ts', import.meta.url)
/**
 * Time limit of an image, waiting included, so that an upload is answered within 20 s. Reading takes one or
 * two seconds, but much longer on a busy machine due to the low priority.
 */
const ANSWER_MS = 18_000
/** Share of the time limit that an image may wait for a free process. The rest is left for reading it. */
const WAIT_SHARE = 1 / 3
/**
 * Share of the time limit that a reading has while the image of another user waits, but at least half as long again as
 * readings take on average. Images that are made to be slow would otherwise occupy all processes.
 */
const TURN_SHARE = 1 / 6
const TURN_AVERAGES = 1.5
const TURN_CHECK_MS = 200
/** Assumed duration of a reading until the first one was measured. */
const FIRST_READING_MS = 2_000
/** Weight of the latest reading in the average duration. */
const LATEST_WEIGHT = 0.2
/** After this time an idle reader process ends and frees its memory. */
const IDLE_MS = 60_000
/** Images per process. Ending the process frees memory leaked by decoders. */
const READS_PER_PROCESS = 100
/** After an image with more pixels the process ends, to free its memory for the next image. */
const MAX_PIXELS_PER_REUSE = 12_000_000

interface ReaderPool {
  /**
   * Reads an image in a free process, or waits for one.
   * @param key id of the user; one user takes at most half of the queue
   * @throws ImageRefused; the error of `full` if the queue is full, or the image cannot be read in time
   * because of other images; Error if the reader fails
   */
  read(key: string, request: ReadRequest): Promise<Reading>
  /** Expected time until a new image could be read, in milliseconds. */
  expectedMs(): number
  /** Ends all processes at once. */
  close(): void
}

interface PoolOptions {
  /** Maximum number of processes; they are started on demand. */
  workers: number
  /** Maximum number of waiting images. */
  waiting: number
  full: () => Error
  /** Time limit of an image, waiting included. */
  answerMs?: number
  idleMs?: number
  maxMemoryMb?: number
  /** Module run by a process. */
  child?: URL
}

/** Reader processes, which are started on demand, reused, and ended after a failure or when idle. */
function createProcesses({ child = READER, maxMemoryMb, idleMs = IDLE_MS }: PoolOptions) {
  const all = new Map<ReaderProcess, { reads: number; idle?: NodeJS.Timeout }>()
  const free: ReaderProcess[] = []

  const end = (reader: ReaderProcess) => {
    clearTimeout(all.get(reader)?.idle)
    all.delete(reader)
    const at = free.indexOf(reader)
    if (at >= 0) free.splice(at, 1)
    reader.end()
  }
  return {
    end,
    take(): ReaderProcess {
      // The most recently used process, so that the rest can end as idle.
      for (let reader = free.pop(); reader; reader = free.pop()) {
        clearTimeout(all.get(reader)?.idle)
        if (reader.isAlive()) return reader
        end(reader)
      }
      const fresh = startReaderProcess(child, maxMemoryMb)
      all.set(fresh, { reads: 0 })
      return fresh
    },
    release(reader: ReaderProcess) {
      const state = all.get(reader)
      if (!state) return
      state.reads += 1
      if (!reader.isAlive() || state.reads >= READS_PER_PROCESS) {
        end(reader)
        return
      }
      state.idle = setTimeout(() => end(reader), idleMs).unref()
      free.push(reader)
    },
    endAll() {
      for (const reader of [...all.keys()]) end(reader)
    },
  }
}

/** The running readings and their average duration. A reading ends when it had its turn and another user waits. */
function createTurns(answerMs: number) {
  const running = new Set<{ key: string; begunMs: number; turn: AbortController }>()
  let averageMs = FIRST_READING_MS
  return {
    averageMs: () => averageMs,
    /** Ends the readings of other users that have had their turn. */
    endOthers(waitingKey: string) {
      const turnMs = Math.max(answerMs * TURN_SHARE, averageMs * TURN_AVERAGES)
      for (const { key, begunMs, turn } of running)
        if (key !== waitingKey && performance.now() - begunMs >= turnMs) turn.abort()
    },
    /** @param read receives a signal that ends the turn */
    async run<T>(key: string, read: (turn: AbortSignal) => Promise<T>): Promise<T> {
      const current = { key, begunMs: performance.now(), turn: new AbortController() }
      running.add(current)
      try {
        const reading = await read(current.turn.signal)
        averageMs += LATEST_WEIGHT * (performance.now() - current.begunMs - averageMs)
        return reading
      } finally {
        running.delete(current)
      }
    },
  }
}

const anySignal = (...signals: (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined))

/**
 * A pool of reader processes, which are started on demand, reused, and ended after a failure or when idle.
 */
export function createReaderPool(options: PoolOptions): ReaderPool {
  const { workers, waiting, full, answerMs = ANSWER_MS } = options
  const slots = createSlots({ maxRunning: workers, waiting, full })
  const processes = createProcesses(options)
  const turns = createTurns(answerMs)
  let closed = false
  /** Images that wait or are being read. */
  let pending = 0

  const readNow = async (request: ReadRequest, timeoutMs: number, turn: AbortSignal): Promise<Reading> => {
    if (closed) throw full()
    const reader = processes.take()
    try {
      const signal = anySignal(turn, request.signal)
      const reading = await reader.read({ ...request, signal }, timeoutMs)
      if (reading.size.width * reading.size.height > MAX_PIXELS_PER_REUSE) processes.end(reader)
      return reading
    } catch (error) {
      // While other images are read the machine is slow, not the image: it may be sent again.
      const isSlowMachine = error instanceof ImageRefused && error.reason === 'time' && pending > 1
      if (isSlowMachine || turn.aborted) throw full()
      throw error
    } finally {
      processes.release(reader)
    }
  }

  return {
    async read(key, request) {
      const deadlineMs = performance.now() + answerMs
      // Ends the wait only: `slots` ignores the signal once the reading has started.
      const wait = anySignal(AbortSignal.timeout(Math.ceil(answerMs * WAIT_SHARE)), request.signal)
      pending += 1
      const waitTimer = setInterval(() => turns.endOthers(key), TURN_CHECK_MS).unref()
      const begin = () => {
        clearInterval(waitTimer)
        return turns.run(key, (turn) => readNow(request, deadlineMs - performance.now(), turn))
      }
      try {
        return await slots.run(key, begin, wait)
      } finally {
        clearInterval(waitTimer)
        pending -= 1
      }
    },
    expectedMs: () => ((pending + 1) * turns.averageMs()) / workers,
    close() {
      closed = true
      processes.endAll()
    },
  }
}

/** Maximum number of images in memory: uploading, waiting or being read. Each takes at most 10 MB. */
const ADMITTED = 16
const ADMITTED_PER_USER = 4
/** Limits of `Retry-After`, in seconds. */
const RETRY_SECONDS = { least: 5, most: 60 }
/** Default limit of parallel readers: each takes about 400 MB while it reads. */
const MAX_DEFAULT_WORKERS = 2

/** Admits uploaded images and reads them in separate processes. */
export interface Extractor {
  /**
   * Admits an upload, from its first byte to its response.
   * @param key id of the user
   * @throws HttpError 503 with `Retry-After` if too many images are being processed
   */
  admit<T>(key: string, work: () => Promise<T>): Promise<T>
  /** Reads an image. @throws ImageRefused; HttpError 503; Error if the reader fails */
  read(key: string, request: ReadRequest): Promise<Reading>
  close(): void
}

function busy(expectedMs: number): HttpError {
  const seconds = Math.min(RETRY_SECONDS.most, Math.max(RETRY_SECONDS.least, Math.ceil(expectedMs / 1000)))
  return new HttpError(
    503,
    'UNAVAILABLE',
    'Too many pictures are being read right now. No credit was used.',
    { headers: { 'Retry-After': String(seconds) } },
  )
}

/** Leaves one core to the rest of the API. */
const defaultWorkers = () => Math.max(1, Math.min(MAX_DEFAULT_WORKERS, availableParallelism() - 1))

/**
 * @param workers maximum number of images read in parallel; reader processes are started on demand
 * @param child module run by a reader process, for tests
 */
export function createExtractor({
  workers = defaultWorkers(),
  ...poolOptions
}: {
  workers?: number | undefined
  child?: URL
  answerMs?: number
} = {}): Extractor {
  const full = () => busy(pool.expectedMs())
  const admission = createSlots({ maxRunning: ADMITTED, perKey: ADMITTED_PER_USER, waiting: 0, full })
  // The queue is large enough for every admitted upload.
  const pool = createReaderPool({ workers, waiting: 2 * ADMITTED, full, ...poolOptions })
  return {
    admit: (key, work) => admission.run(key, work),
    read: (key, request) => pool.read(key, request),
    close: () => pool.close(),
  }
}
