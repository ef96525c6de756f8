import { lowerPriority } from './low-priority.ts'
import { createReader, type Reader } from './reader/index.ts'
import { PictureRefused, type ReaderWord, type ReadOrder } from './reading.ts'
import { decodeUpright } from './decode-image.ts'

/** Exit code that reports a lack of memory to the parent process. */
const OUT_OF_MEMORY_CODE = 70
/** Twice the memory needed for an image of the largest size. */
const MAX_RSS_BYTES = 1_000 * 1_024 * 1_024
const LOOK_MS = 100

// Before any thread is started, because threads inherit the priority.
lowerPriority()

/**
 * Class and place of an error, for the log. The message is omitted, because it may contain text of the image.
 */
function whereOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [error.name, ...frames.slice(0, 3).map((frame) => frame.trim())].join(' ')
}

const say = (word: ReaderWord) => process.send?.(word)

/** Received bytes of the current image. */
let arrived: Buffer[] = []
let order: ReadOrder | null = null
let reader: Promise<Reader> | null = null

async function read(bytes: Buffer, { roster, wantsPicture }: ReadOrder): Promise<void> {
  const { size, raw, encode } = await decodeUpright(bytes)
  say({ type: 'upright', size, picture: wantsPicture ? await encode() : null })
  reader ??= createReader()
  say({ type: 'read', rows: await (await reader).read(raw, { roster }) })
}

async function readWhenThere(): Promise<void> {
  const now = order
  if (!now || arrived.reduce((sum, { length }) => sum + length, 0) < now.bytes) return
  const bytes = Buffer.concat(arrived)
  arrived = []
  order = null
  try {
    await read(bytes, now)
  } catch (error) {
    if (error instanceof PictureRefused) say({ type: 'refused', reason: error.reason })
    else say({ type: 'failed', where: whereOf(error) })
  }
}

// The parent process has ended, so the result has no receiver.
process.once('disconnect', () => process.exit(1))
// Not validated: messages come from `reader-process` in the API's own process.
process.on('message', (given) => {
  order = given as ReadOrder
  void readWhenThere()
})
process.stdin.on('data', (chunk: Buffer) => {
  arrived.push(chunk)
  void readWhenThere()
})
setInterval(() => {
  if (process.memoryUsage.rss() > MAX_RSS_BYTES) process.exit(OUT_OF_MEMORY_CODE)
}, LOOK_MS).unref()
