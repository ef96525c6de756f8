import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below, the headers of a compressed answer weigh as much as is saved. */
const WORTH_IT_BYTES = 1_024
const TEXT = /\.(m?js|css|json|svg|html|txt)$/
const BROTLI_QUALITY = 11
/** The best quality takes two seconds a megabyte. The largest file of a first view, the shell's, has 0.6 MB. */
const LARGE_BYTES = 1_000_000
const LARGE_BROTLI_QUALITY = 9

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * What is stored beside a file, by a build and by the bundle store alike: its compressed variants, those that save
 * something. Works in zlib's own threads.
 */
export async function compressFile(path: string, plain: Uint8Array): Promise<['.br' | '.gz', Uint8Array][]> {
  if (!TEXT.test(path) || plain.length < WORTH_IT_BYTES) return []
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: plain.length > LARGE_BYTES ? LARGE_BROTLI_QUALITY : BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain)])
  const variants: ['.br' | '.gz', Uint8Array][] = [
    ['.br', br],
    ['.gz', gz],
  ]
  return variants.filter(([, bytes]) => bytes.length < plain.length)
}
