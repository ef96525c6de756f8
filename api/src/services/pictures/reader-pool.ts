import type { ChildProcess } from 'node:child_process'
import { forkIsolated } from '../../platform/concurrency/fork-isolated.ts'
import { createSlots } from '../../platform/concurrency/slots.ts'
import {
  ImageRefused,
  type ImageSize,
  type ReaderMessage,
  type ReaderRequest,
  type ReadRow,
} from './reading.ts'

const MAX_HEAP_MB = 384
/** Twice the memory needed for an image of the largest size. */
const MAX_MEMORY_MB = 1_000
/** Node's default lets short-lived objects take up to 100 MB. */
const MAX_YOUNG_GENERATION_MB = 2
/**
 * Options of the allocator of glibc (mallopt(3)): all threads share one arena, and freed blocks of this size or
 * more are returned to the system. By default a reader keeps the memory of several decoded images.
 */
const SMALL_ARENAS = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '262144' }
/** V8, `forkIsolated` and the operating system end a process without memory with these signals. */
const OUT_OF_MEMORY_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGKILL']

/** The result for one image. */
export interface Reading {
  rows: ReadRow[]
  size: ImageSize
}

export interface ReadRequest {
  image: Buffer
  options: Omit<ReaderRequest, 'bytes'>
  /** Called with the upright image as JPEG, before the rows, if the options request it. */
  onUprightImage?: (picture: Uint8Array) => void
  /** Ends the work together with the process, because a running decoder cannot be stopped otherwise. */
  signal?: AbortSignal | undefined
}

export interface ReaderProcess {
  /** False when the process has ended. */
  isAlive(): boolean
  /**
   * Reads one image; one at a time.
   * @param timeoutMs time limit in milliseconds, including the start of the process
   * @throws ImageRefused; Error if the process fails
   */
  read(request: ReadRequest, timeoutMs: number): Promise<Reading>
  end(): void
}

function startChild(url: URL, maxMemoryMb: number): ChildProcess {
  const child = forkIsolated(url, {
    maxHeapMb: MAX_HEAP_MB,
    maxMemoryMb,
    env: SMALL_ARENAS,
    flags: ['--allow-addons', '--allow-worker', `--max-semi-space-size=${MAX_YOUNG_GENERATION_MB}`],
    stdin: 'pipe',
  })
  // Writing to an ended process fails. The error is ignored: the exit event reports the failure.
  child.stdin?.on('error', () => undefined)
  // An idle reader does not keep the API process alive.
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * Starts a process that decodes and reads untrusted images, with limits on time and memory and the lowest
 * priority. A worker thread is not enough: decoders run in native threads that cannot be stopped, and a crash
 * or a lack of memory would end the API.
 */
export function startReaderProcess(url: URL, maxMemoryMb = MAX_MEMORY_MB): ReaderProcess {
  const child = startChild(url, maxMemoryMb)
  let alive = true
  const ended = new Promise<Error>((resolve) => {
    const finish = (error: Error) => {
      alive = false
      resolve(error)
    }
    child.on('error', finish)
    child.once('exit', (code, signal) => {
      const isOutOfMemory = OUT_OF_MEMORY_SIGNALS.includes(signal)
      finish(isOutOfMemory ? new ImageRefused('memory') : new Error(`the reader ended: ${code ?? signal}`))
    })
  })
  const end = () => {
    alive = false
    child.kill('SIGKILL')
  }

  const listen = (
    { image, options, onUprightImage, signal }: ReadRequest,
    timeoutMs: number,
  ): Promise<Reading> => {
    const { promise, resolve, reject } = Promise.withResolvers<Reading>()
    let size: ImageSize | null = null
    const onMessage = (message: ReaderMessage) => {
      if (message.type === 'refused') reject(new ImageRefused(message.reason))
      else if (message.type === 'failed') reject(new Error(`the reader failed: ${message.where}`))
      else if (message.type === 'read' && size) resolve({ rows: message.rows, size })
      else if (message.type === 'upright') {
        size = message.size
        if (message.picture) onUprightImage?.(message.picture)
      }
    }
    const stop = (error: Error) => {
      end()
      reject(error)
    }
    const onAbort = () => stop(new Error('the request for this image was aborted'))
    const timer = setTimeout(() => stop(new ImageRefused('time')), timeoutMs)
    child.on('message', onMessage)
    signal?.addEventListener('abort', onAbort, { once: true })
    void ended.then(reject)
    child.send({ ...options, bytes: image.length } satisfies ReaderRequest)
    child.stdin?.write(image)
    return promise.finally(() => {
      clearTimeout(timer)
      child.off('message', onMessage)
      signal?.removeEventListener('abort', onAbort)
    })
  }

  return {
    isAlive: () => alive,
    async read(request, timeoutMs) {
      if (request.signal?.aborted || !alive)
        throw new Error('the request was aborted or the reader process has ended')
      return listen(request, timeoutMs)
    },
    end,
  }
}

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

export interface ReaderPool {
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

/**
 * A pool of reader processes, which are started on demand, reused, and ended after a failure or when idle.
 */
export function createReaderPool({
  workers,
  waiting,
  full,
  answerMs = ANSWER_MS,
  idleMs = IDLE_MS,
  maxMemoryMb = MAX_MEMORY_MB,
  child = new URL('./reader-child.ts', import.meta.url),
}: PoolOptions): ReaderPool {
  const slots = createSlots({ maxRunning: workers, waiting, full })
  const all = new Map<ReaderProcess, { reads: number; idle?: NodeJS.Timeout }>()
  const free: ReaderProcess[] = []
  /** The running readings. */
  const running = new Set<{ key: string; begunMs: number; turn: AbortController }>()
  let closed = false
  /** Images that wait or are being read. */
  let pending = 0
  let averageMs = FIRST_READING_MS

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
    const fresh = startReaderProcess(child, maxMemoryMb)
    all.set(fresh, { reads: 0 })
    return fresh
  }
  const release = (reader: ReaderProcess) => {
    const state = all.get(reader)
    if (!state) return
    state.reads += 1
    if (!reader.isAlive() || state.reads >= READS_PER_PROCESS) {
      end(reader)
      return
    }
    state.idle = setTimeout(() => end(reader), idleMs).unref()
    free.push(reader)
  }

  /** Ends the readings of other users that have had their turn. */
  const endTurns = (waitingKey: string) => {
    const turnMs = Math.max(answerMs * TURN_SHARE, averageMs * TURN_AVERAGES)
    for (const { key, begunMs, turn } of running)
      if (key !== waitingKey && performance.now() - begunMs >= turnMs) turn.abort()
  }

  const readNow = async (key: string, request: ReadRequest, timeoutMs: number): Promise<Reading> => {
    if (closed) throw full()
    const reader = take()
    const begunMs = performance.now()
    const turn = new AbortController()
    const current = { key, begunMs, turn }
    running.add(current)
    const signal = AbortSignal.any([turn.signal, ...(request.signal ? [request.signal] : [])])
    try {
      const reading = await reader.read({ ...request, signal }, timeoutMs)
      averageMs += LATEST_WEIGHT * (performance.now() - begunMs - averageMs)
      if (reading.size.width * reading.size.height > MAX_PIXELS_PER_REUSE) end(reader)
      return reading
    } catch (error) {
      // While other images are read the machine is slow, not the image: it may be sent again.
      const isSlowMachine = error instanceof ImageRefused && error.reason === 'time' && pending > 1
      if (isSlowMachine || turn.signal.aborted) throw full()
      throw error
    } finally {
      running.delete(current)
      release(reader)
    }
  }

  return {
    async read(key, request) {
      const deadlineMs = performance.now() + answerMs
      // Ends the wait only: `slots` ignores the signal once the reading has started.
      const wait = AbortSignal.any([
        AbortSignal.timeout(Math.ceil(answerMs * WAIT_SHARE)),
        ...(request.signal ? [request.signal] : []),
      ])
      pending += 1
      const waiting = setInterval(() => endTurns(key), TURN_CHECK_MS).unref()
      const begin = () => {
        clearInterval(waiting)
        return readNow(key, request, deadlineMs - performance.now())
      }
      try {
        return await slots.run(key, begin, wait)
      } finally {
        clearInterval(waiting)
        pending -= 1
      }
    },
    expectedMs: () => ((pending + 1) * averageMs) / workers,
    close() {
      closed = true
      for (const reader of [...all.keys()]) end(reader)
    },
  }
}
