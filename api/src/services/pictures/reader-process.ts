import type { ChildProcess } from 'node:child_process'
import { forkIsolated } from '../../platform/concurrency/fork-isolated.ts'
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

interface Child {
  readonly process: ChildProcess
  /** Resolves with the error of requests when the process has ended. */
  readonly ended: Promise<Error>
}

/** Sends one image to a process and waits for its rows. A time limit and an aborted request end the process. */
function readImage(
  { process, ended }: Child,
  { image, options, onUprightImage, signal }: ReadRequest,
  timeoutMs: number,
  end: () => void,
): Promise<Reading> {
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
  process.on('message', onMessage)
  signal?.addEventListener('abort', onAbort, { once: true })
  void ended.then(reject)
  process.send({ ...options, bytes: image.length } satisfies ReaderRequest)
  process.stdin?.write(image)
  return promise.finally(() => {
    clearTimeout(timer)
    process.off('message', onMessage)
    signal?.removeEventListener('abort', onAbort)
  })
}

/**
 * Starts a process that decodes and reads untrusted images, with limits on time and memory and the lowest
 * priority. A worker thread is not enough: decoders run in native threads that cannot be stopped, and a crash
 * or a lack of memory would end the API.
 */
export function startReaderProcess(url: URL, maxMemoryMb = MAX_MEMORY_MB): ReaderProcess {
  const process = startChild(url, maxMemoryMb)
  let alive = true
  const ended = new Promise<Error>((resolve) => {
    const finish = (error: Error) => {
      alive = false
      resolve(error)
    }
    process.on('error', finish)
    process.once('exit', (code, signal) => {
      const isOutOfMemory = OUT_OF_MEMORY_SIGNALS.includes(signal)
      finish(isOutOfMemory ? new ImageRefused('memory') : new Error(`the reader ended: ${code ?? signal}`))
    })
  })
  const end = () => {
    alive = false
    process.kill('SIGKILL')
  }
  return {
    isAlive: () => alive,
    async read(request, timeoutMs) {
      if (request.signal?.aborted || !alive)
        throw new Error('the request was aborted or the reader process has ended')
      return readImage({ process, ended }, request, timeoutMs, end)
    },
    end,
  }
}
