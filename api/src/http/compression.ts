import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress } from 'node:zlib'
import compress from 'koa-compress'
import type { ApiContext, ApiMiddleware } from './context.ts'
import { streamScheduler } from './ndjson.ts'

/** Quality for responses compressed on request: a higher one costs more time than it saves in transfer. */
export const BROTLI_QUALITY = 4

const compressAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

/** Compresses in the thread pool of libuv, not on the event loop. */
export const compressText = (text: string): Promise<Buffer> =>
  compressAsync(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })

export const acceptsBrotli = (ctx: ApiContext): boolean => ctx.acceptsEncodings('br') === 'br'

/** Responds with bytes that are already compressed. */
export function sendBrotli(ctx: ApiContext, type: string, bytes: Buffer): void {
  ctx.type = type
  ctx.set('Content-Encoding', 'br')
  ctx.body = bytes
}

/**
 * Serializes records as NDJSON and compresses them. The cooperative scheduler interleaves it with other
 * requests.
 */
export async function compressRecords(records: readonly unknown[]): Promise<Buffer> {
  const writer = streamScheduler.join()
  async function* lines() {
    for (const record of records) yield await writer.run(() => `${JSON.stringify(record)}\n`)
  }
  const encoder = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  const out = new PassThrough()
  const [compressed] = await Promise.all([buffer(out), pipeline(lines, encoder, out)])
  return compressed
}

const THRESHOLD_BYTES = 1_024
const GZIP_LEVEL = 4

/**
 * Compresses responses above the threshold. Every write flushes the encoder, so that streams are sent at
 * once.
 */
export const compression = (): ApiMiddleware =>
  compress({
    threshold: THRESHOLD_BYTES,
    encodingPreference: ['br', 'gzip'],
    gzip: { flush: constants.Z_SYNC_FLUSH, level: GZIP_LEVEL },
    br: {
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    },
  })
