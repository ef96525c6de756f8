import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib'
import compress from 'koa-compress'
import { runSlice } from '../platform/concurrency/event-loop.ts'
import type { ApiContext, ApiMiddleware } from './context.ts'
import { recordLine } from './record-line.ts'

/** Quality for responses compressed on request: a higher one costs more time than it saves in transfer. */
export const BROTLI_QUALITY = 4

const compressAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

/** Compresses in the thread pool of libuv, not on the event loop. */
const compressBytes = (bytes: Buffer): Promise<Buffer> =>
  compressAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })

export const compressText = (text: string): Promise<Buffer> => compressBytes(Buffer.from(text))

export const acceptsBrotli = (ctx: ApiContext): boolean => ctx.acceptsEncodings('br') === 'br'

/** Responds with bytes that are already compressed. */
export function sendBrotli(ctx: ApiContext, type: string, bytes: Buffer): void {
  ctx.type = type
  ctx.set('Content-Encoding', 'br')
  ctx.body = bytes
}

/** Serializes records as NDJSON in slices, so that other requests run between them, and compresses them. */
export async function compressRecords(records: readonly object[]): Promise<Buffer> {
  const lines: Buffer[] = []
  for (const record of records) lines.push(await runSlice(() => recordLine(record)))
  return compressBytes(Buffer.concat(lines))
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
