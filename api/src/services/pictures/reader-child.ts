import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { decodeImage } from './decode-image.ts'
import { createReader, type Reader } from './reader/index.ts'
import { ImageRefused, type ReaderMessage, type ReaderRequest } from './reading.ts'

/**
 * Sets the lowest scheduling priority for all threads of this process. Threads started later inherit it. On
 * Linux the priority belongs to a thread, on other systems to the process.
 */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [process.pid]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // The thread has just ended, or the system refuses the change: reading works anyway.
    }
  }
}

// Before any thread is started, because threads inherit the priority.
lowerPriority()

/**
 * Class and place of an error, for the log. The message is omitted, because it may contain text of the image.
 */
function errorPlace(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, 3).map((frame) => frame.trim())].join(' ')
}

const send = (message: ReaderMessage) => process.send?.(message)

/** Received bytes of the current image. */
let received: Buffer[] = []
let pendingRequest: ReaderRequest | null = null
let reader: Promise<Reader> | null = null

async function read(bytes: Buffer, { wantsImage, words }: ReaderRequest): Promise<void> {
  const { size, raw, encode } = await decodeImage(bytes)
  send({ type: 'upright', size, picture: wantsImage ? await encode() : null })
  reader ??= createReader()
  send({ type: 'read', rows: await (await reader).read(raw, words) })
}

async function readWhenComplete(): Promise<void> {
  const request = pendingRequest
  if (!request || received.reduce((sum, { length }) => sum + length, 0) < request.bytes) return
  const bytes = Buffer.concat(received)
  received = []
  pendingRequest = null
  try {
    await read(bytes, request)
  } catch (error) {
    if (error instanceof ImageRefused) send({ type: 'refused', reason: error.reason })
    else send({ type: 'failed', where: errorPlace(error) })
  }
}

// The parent process has ended, so the result has no receiver.
process.once('disconnect', () => process.exit(1))
// Not validated: messages come from `reader-process.ts` in the API's own process.
process.on('message', (message) => {
  pendingRequest = message as ReaderRequest
  void readWhenComplete()
})
process.stdin.on('data', (chunk: Buffer) => {
  received.push(chunk)
  void readWhenComplete()
})
