import { type ChildProcess, fork } from 'node:child_process'
import type { ExtractedRow } from '@propsight/shared/contracts'
import { PictureRefused, type PictureSize, type ReaderWord, type ReadOrder } from './reading.ts'

const MAX_HEAP_MB = 384
/** How `reader-child` ends when there is no memory left; the engine and the system do it by these signals. */
const OUT_OF_MEMORY_CODE = 70
const OUT_OF_MEMORY_SIGNALS: readonly unknown[] = ['SIGABRT', 'SIGKILL']

/** What one picture gave. */
export interface Reading {
  rows: ExtractedRow[]
  size: PictureSize
}

export interface ReadRequest {
  image: Buffer
  order: Omit<ReadOrder, 'bytes'>
  /** Gets the upright picture as JPEG as soon as it is there, where the order wants it. */
  onPicture?: (picture: Uint8Array) => void
  /** Ends the work, and the process with it: nothing else ends a decoder. */
  signal?: AbortSignal | undefined
}

export interface ReaderProcess {
  /** False once it has ended. */
  isAlive(): boolean
  /** Reads one picture; one at a time. @throws PictureRefused; Error where the process failed */
  read(request: ReadRequest): Promise<Reading>
  end(): void
}

function startChild(url: URL): ChildProcess {
  const child = fork(url, {
    // Keeps bytes what they are.
    serialization: 'advanced',
    // No secrets; no way to write a file or to start anything; and nothing to say but its answer.
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
  // A process that has ended takes no bytes; its end is what is told.
  child.stdin?.on('error', () => undefined)
  // The API's own end is not held up by a reader that has nothing to do.
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * Starts a process that decodes and reads other people's pictures, with its time and memory bounded and the lowest
 * priority. Not a thread: decoders run in the threads of the whole process, where nothing ends them, and one that
 * crashes or takes all memory would take the API with it.
 * @param timeoutMs for one picture, the process's start included
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
