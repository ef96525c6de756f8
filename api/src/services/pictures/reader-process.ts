import { type ChildProcess, fork } from 'node:child_process'
import type { ExtractedRow } from '@propsight/shared/contracts'
import { PictureRefused, type PictureSize, type ReaderWord, type ReadOrder } from './reading.ts'

const MAX_HEAP_MB = 384
/**
 * Exit code of `reader-child` without memory. V8 and the operating system end a process with the signals
 * instead.
 */
const OUT_OF_MEMORY_CODE = 70
const OUT_OF_MEMORY_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGKILL']

/** The result for one image. */
export interface Reading {
  rows: ExtractedRow[]
  size: PictureSize
}

export interface ReadRequest {
  image: Buffer
  order: Omit<ReadOrder, 'bytes'>
  /** Called with the upright image as JPEG, before the rows, if the order requests it. */
  onPicture?: (picture: Uint8Array) => void
  /** Ends the work together with the process, because a running decoder cannot be stopped otherwise. */
  signal?: AbortSignal | undefined
}

export interface ReaderProcess {
  /** False when the process has ended. */
  isAlive(): boolean
  /** Reads one image; one at a time. @throws PictureRefused; Error if the process fails */
  read(request: ReadRequest): Promise<Reading>
  end(): void
}

function startChild(url: URL): ChildProcess {
  const child = fork(url, {
    // Preserves byte arrays.
    serialization: 'advanced',
    // No environment (it has secrets), no permission to write files or start processes, no output except the
    // result.
    env: {},
    execArgv: [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
      `--max-old-space-size=${MAX_HEAP_MB}`,
    ],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
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
 * @param timeoutMs time limit of one image, in milliseconds, including the start of the process
 */
export function startReaderProcess(url: URL, timeoutMs: number): ReaderProcess {
  const child = startChild(url)
  let alive = true
  const ended = new Promise<Error>((resolve) => {
    const tell = (error: Error) => {
      alive = false
      resolve(error)
    }
    child.on('error', tell)
    child.once('exit', (code, signal) => {
      const starved = code === OUT_OF_MEMORY_CODE || OUT_OF_MEMORY_SIGNALS.includes(signal)
      tell(starved ? new PictureRefused('memory') : new Error(`the reader ended: ${code ?? signal}`))
    })
  })
  const end = () => {
    alive = false
    child.kill('SIGKILL')
  }

  const listen = ({ image, order, onPicture, signal }: ReadRequest): Promise<Reading> => {
    const { promise, resolve, reject } = Promise.withResolvers<Reading>()
    let size: PictureSize | null = null
    const onWord = (word: ReaderWord) => {
      if (word.type === 'refused') reject(new PictureRefused(word.reason))
      else if (word.type === 'failed') reject(new Error(`the reader failed: ${word.where}`))
      else if (word.type === 'read' && size) resolve({ rows: word.rows, size })
      else if (word.type === 'upright') {
        size = word.size
        if (word.picture) onPicture?.(word.picture)
      }
    }
    const giveUp = (error: Error) => {
      end()
      reject(error)
    }
    const leave = () => giveUp(new Error('nobody waits for this picture any more'))
    const timer = setTimeout(() => giveUp(new PictureRefused('time')), timeoutMs)
    child.on('message', onWord)
    signal?.addEventListener('abort', leave, { once: true })
    void ended.then(reject)
    child.send({ ...order, bytes: image.length } satisfies ReadOrder)
    child.stdin?.write(image)
    return promise.finally(() => {
      clearTimeout(timer)
      child.off('message', onWord)
      signal?.removeEventListener('abort', leave)
    })
  }

  return {
    isAlive: () => alive,
    async read(request) {
      if (request.signal?.aborted || !alive) throw new Error('the reader is not there')
      return listen(request)
    },
    end,
  }
}
