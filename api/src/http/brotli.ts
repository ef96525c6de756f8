import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib'
import type { ApiContext } from './context.ts'

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
