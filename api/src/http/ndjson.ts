import { once } from 'node:events'
import { PassThrough, pipeline, type Readable, Transform } from 'node:stream'
import { createBrotliCompress } from 'node:zlib'
import { deriveOnce } from '../platform/cache/cache.ts'
import { runSlice } from '../platform/concurrency/event-loop.ts'
import { acceptsBrotli, BROTLI_STREAM, compressStream } from './compression.ts'
import type { ApiContext } from './context.ts'
import { presentError } from './request-frame.ts'

/**
 * Records written in one tick are sent together up to this size: compressing each alone is most of a board's
 * cost.
 */
const CHUNK_BYTES = 64 * 1024

const END = Buffer.from('}\n')

/** The JSON of a game log. It is nearly all of a board's text, and the boards of all markets share it. */
const gamesJson = deriveOnce((games: readonly unknown[]): Buffer => Buffer.from(JSON.stringify(games)))

/**
 * Serializes a record as one line of JSON. A list of games (`games`, the last property of the line) must not change
 * afterwards: it is serialized once. Bytes and not text, because encoding megabytes of concatenated text blocks
 * the event loop longer than serializing them.
 */
export function recordLine(record: object): Buffer {
  const games = 'games' in record ? record.games : undefined
  if (!Array.isArray(games)) return Buffer.from(`${JSON.stringify(record)}\n`)
  const others = JSON.stringify({ ...record, games: undefined }).slice(1, -1)
  return Buffer.concat([Buffer.from(`{${others && `${others},`}"games":`), gamesJson(games), END])
}

/** Records that are serialized at once: about 2 ms. */
const RECORDS_PER_SLICE = 20

/** Compresses records, each as one line of JSON, with Brotli. Their text, which may have megabytes, is never in one piece. */
export function compressLines(records: readonly object[]): Promise<Buffer> {
  const serialize = async function* () {
    for (let from = 0; from < records.length; from += RECORDS_PER_SLICE)
      yield await runSlice(() => Buffer.concat(records.slice(from, from + RECORDS_PER_SLICE).map(recordLine)))
  }
  return compressStream(serialize())
}

/** Content type of a record stream. */
export const NDJSON = 'application/x-ndjson; charset=utf-8'

export interface RecordStream {
  /**
   * Sends one record as one line, together with others of the same tick; resolves when the stream accepts
   * more.
   */
  write(record: object): Promise<void>
  /** Aborts when the client disconnects, or when the server closes its connections. */
  readonly signal: AbortSignal
  /** Closes the connection without an error record, where such a record would be wrong. */
  closeConnection(): void
}

/**
 * Responds with `application/x-ndjson`: one record per line, flushed in the order written.
 * A failure before the first record is an ordinary error response; later it becomes the last record,
 * `{ type: 'error', message, code, requestId }`. The producer writes its own `end` record.
 * @param produce writes the records; it should stop when `signal` aborts, and errors after that are ignored
 * @param onBrotli receives the compressed response after its last byte, also one that ends with an error record;
 * not called when the client disconnected or does not accept Brotli
 */
export async function streamRecords(
  ctx: ApiContext,
  produce: (out: RecordStream) => Promise<void>,
  onBrotli?: (bytes: Buffer) => void,
): Promise<void> {
  // The client disconnected during the checks before this call. Its `close` event has passed and will not
  // fire again.
  if (ctx.res.closed) {
    ctx.respond = false
    return
  }
  const controller = new AbortController()
  const lines = new PassThrough({ highWaterMark: 64 * 1024 })
  const onClose = () => {
    if (!ctx.res.writableFinished) controller.abort(new Error('the client disconnected'))
  }
  ctx.res.once('close', onClose)
  // Koa destroys the stream when the client disconnects. This is expected, and reported through the signal.
  lines.on('error', () => controller.abort(new Error('the client disconnected')))

  const started = Promise.withResolvers<void>()
  let begun = false
  let pending: Buffer[] = []
  let pendingBytes = 0
  let scheduledFlush: NodeJS.Immediate | null = null
  const flush = () => {
    if (scheduledFlush) clearImmediate(scheduledFlush)
    scheduledFlush = null
    if (pendingBytes > 0 && !lines.destroyed) lines.write(Buffer.concat(pending))
    pending = []
    pendingBytes = 0
  }
  const send = async (record: object) => {
    begun = true
    started.resolve()
    await runSlice(() => {
      const line = recordLine(record)
      pending.push(line)
      pendingBytes += line.length
      if (pendingBytes >= CHUNK_BYTES) flush()
      else scheduledFlush ??= setImmediate(flush)
    })
    if (lines.writableNeedDrain) await once(lines, 'drain', { signal: controller.signal })
  }
  const out: RecordStream = {
    signal: controller.signal,
    write: async (record) => {
      controller.signal.throwIfAborted()
      await send(record)
    },
    closeConnection() {
      controller.abort(new Error('the response was aborted'))
      ctx.res.destroy()
    },
  }
  const finished = produce(out).catch(async (error: unknown) => {
    if (!begun) throw error
    if (controller.signal.aborted) return
    const { message, code } = presentError(error)
    ctx.state.log.error({ err: error }, 'a stream failed after its start')
    await send({ type: 'error', message, code, requestId: ctx.state.requestId })
  })
  await Promise.race([started.promise, finished])

  ctx.status = 200
  ctx.type = NDJSON
  ctx.set('Cache-Control', 'no-store')
  // koa-compress does not compress this type by default.
  ctx.compress = true
  // Disables the response buffering of proxies.
  ctx.set('X-Accel-Buffering', 'no')
  if (onBrotli && acceptsBrotli(ctx)) streamBrotli(ctx, lines, onBrotli)
  else ctx.body = lines
  finished
    .catch((error: unknown) => ctx.state.log.error({ err: error }, 'a stream could not be ended'))
    .finally(() => {
      flush()
      lines.end()
    })
}

/**
 * Responds with a stream that is compressed here.
 * @param onEnd receives the compressed bytes when all of them have been passed on
 */
function streamBrotli(ctx: ApiContext, source: Readable, onEnd: (bytes: Buffer) => void): void {
  const parts: Buffer[] = []
  const collector = new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part)
      done(null, part)
    },
    flush(done) {
      onEnd(Buffer.concat(parts))
      done()
    },
  })
  ctx.set('Content-Encoding', 'br')
  // A failure destroys every stream, and Koa closes the connection.
  ctx.body = pipeline(source, createBrotliCompress(BROTLI_STREAM), collector, () => undefined)
}
