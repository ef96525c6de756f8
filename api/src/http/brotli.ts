import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, constants } from 'node:zlib'
import type { ApiContext } from './context.ts'

/** Of what is made for one answer: more costs more time than it saves on the way. */
export const BROTLI_QUALITY = 4

const compressAsync = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)

/** Off this thread. */
export const compressText = (text: string): Promise<Buffer> =>
  compressAsync(Buffer.from(text), { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })

export const acceptsBrotli = (ctx: ApiContext): boolean => ctx.acceptsEncodings('br') === 'br'

/** Answers with bytes that are compressed already. */
export function sendBrotli(ctx: ApiContext, type: string, bytes: Buffer): void {
  ctx.type = type
  ctx.set('Content-Encoding', 'br')
  ctx.body = bytes
}
