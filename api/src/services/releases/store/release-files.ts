import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Served file types and their content types. HTML is not among them: the API renders the page. */
export const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
}
/** Cache header of release files, which never change. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
/** `name/version/file…`: plain segments that do not begin with a dot. */
export const BUNDLE_PATH = /^[a-z][a-z0-9-]{0,30}\/\d[\w.-]{0,60}(\/[\w~][\w.~-]{0,120}){1,8}$/
export const RELEASE_NAME = /^[a-z][a-z0-9-]{0,30}$/
const RELEASE_VERSION = /^\d[\w.-]{0,60}$/
/** Compressed variants are made by the store and never uploaded. */
export const COMPRESSED = /\.(br|gz)$/
/** Files that local builds write next to a release to describe it. They are not part of the release. */
export const METADATA_FILES = new Set(['release.json', 'first-paint.json'])
/** The static page at the top of the store, which starts the shell while the API is unavailable. */
export const START_PAGE = 'index.html'

export interface ReleaseId {
  name: string
  version: string
}
/** The folder of a release's files in the store. */
export const folderOf = ({ name, version }: ReleaseId): string => `${name}/${version}/`

/** The release of a file in the store; null for other files. */
export function releaseOf(path: string): ReleaseId | null {
  const [name = '', version = ''] = path.split('/')
  return RELEASE_NAME.test(name) && RELEASE_VERSION.test(version) ? { name, version } : null
}

/** The extension of a file, without the dot. */
export const extensionOf = (path: string): string => /\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''

/** The path of a release's file in the store. @throws Error for a path that the store cannot serve */
export function pathIn(release: ReleaseId, file: string): string {
  const path = folderOf(release) + file
  if (!BUNDLE_PATH.test(path) || COMPRESSED.test(file)) throw new Error(`the store takes no file ${path}`)
  return path
}

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

/**
 * Runs `work` for each item, `atOnce` in parallel. After a failure no further item starts; rejects when all
 * ended.
 */
export async function forEachParallel<T>(
  items: Iterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let failed = false
  const worker = async () => {
    for (let next = queue.next(); !next.done && !failed; next = queue.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const workers = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  for (const done of workers) if (done.status === 'rejected') throw done.reason
}
