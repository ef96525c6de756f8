import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createBrotliDecompress,
} from 'node:zlib'
import compress from 'koa-compress'
import { countWork } from '../platform/concurrency/event-loop.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'

/** Quality for responses compressed on request: a higher one costs more time than it saves in transfer. */
export const BROTLI_QUALITY = 4

const compressAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

/** Throughput of the quality on one core of a small machine, in bytes a millisecond. */
const BROTLI_BYTES_PER_MS = 50_000

/**
 * Compresses in the thread pool of libuv, not on the event loop. Counts as work of the caller: by the size, because the
 * pool does not tell its processor time.
 */
export function compressText(text: string): Promise<Buffer> {
  const bytes = Buffer.from(text)
  countWork(bytes.length / BROTLI_BYTES_PER_MS)
  return compressAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}

/** As `compressText`, of parts that are compressed while the next ones are made. */
export async function compressStream(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  let bytes = 0
  const count = async function* () {
    for await (const part of parts) {
      bytes += part.length
      yield part
    }
  }
  const encoder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const compressed = await buffer(pipeline(Readable.from(count()), encoder, () => undefined))
  countWork(bytes / BROTLI_BYTES_PER_MS)
  return compressed
}

export const acceptsBrotli = (ctx: ApiContext): boolean => ctx.acceptsEncodings('br') === 'br'

/**
 * Responds with bytes that are already compressed. For a client that does not accept them they are decompressed in the
 * thread pool, which keeps megabytes of JSON off the event loop.
 */
export function sendBrotli(ctx: ApiContext, type: string, bytes: Buffer): void {
  ctx.type = type
  if (acceptsBrotli(ctx)) {
    ctx.set('Content-Encoding', 'br')
    ctx.body = bytes
    return
  }
  countWork(bytes.length / BROTLI_BYTES_PER_MS)
  ctx.body = pipeline(Readable.from([bytes]), createBrotliDecompress(), () => undefined)
}

const THRESHOLD_BYTES = 1_024
const GZIP_LEVEL = 4
/** Every write flushes the encoder, so that streams are sent at once. */
export const BROTLI_STREAM: BrotliOptions = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
}

/** Compresses responses above the threshold. */
export const compression = (): ApiMiddleware =>
  compress({
    threshold: THRESHOLD_BYTES,
    encodingPreference: ['br', 'gzip'],
    gzip: { flush: constants.Z_SYNC_FLUSH, level: GZIP_LEVEL },
    br: BROTLI_STREAM,
  })
