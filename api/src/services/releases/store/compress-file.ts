import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Below this size, the extra headers of a compressed response cost as much as compression saves. */
const MIN_COMPRESSED_BYTES = 1_024
const TEXT = /\.(m?js|css|json|svg|html|txt)$/
const BROTLI_QUALITY = 11
/**
 * Best quality takes two seconds per megabyte. The largest file of a first view is the shell's with 0.6 MB.
 */
const LARGE_BYTES = 1_000_000
const LARGE_BROTLI_QUALITY = 9

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * The compressed variants of a file that are smaller than the file. Used by builds and by the bundle store.
 * Runs in the threads of zlib.
 */
export async function compressFile(path: string, plain: Uint8Array): Promise<['.br' | '.gz', Uint8Array][]> {
  if (!TEXT.test(path) || plain.length < MIN_COMPRESSED_BYTES) return []
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
