import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ApiEnv } from '../../../platform/config/env.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { ObjectHeaders, ObjectStore } from './object-store.ts'

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

export type ReleaseFiles = ReadonlyMap<string, Uint8Array>

/** The right to change the files of a version: its upload or removal is registered in the database. */
export interface Claim {
  /** Whether the version is published: then its files must not change. */
  isPublished: boolean
  /** When the right ends, in milliseconds of `Date.now`. */
  until: number
}

/** The version is published with other files. */
export class BundleConflict extends Error {
  override name = 'BundleConflict'
  constructor({ name, version }: ReleaseId) {
    super(`${name} ${version} is there already with other files: give it another version`)
  }
}

/** @returns a 409 for work that has to wait for other work on the same version */
export const busyError = ({ name, version }: ReleaseId): HttpError =>
  new HttpError(
    409,
    'CONFLICT',
    `${name} ${version} is being stored or removed by another process; try again in a few minutes`,
  )

/** @throws HttpError 409 if the right has ended: another process may be at work on this version */
export function checkClaim(release: ReleaseId, { until }: Pick<Claim, 'until'>): void {
  if (Date.now() >= until) throw busyError(release)
}

const hash = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('base64url')

/** A name for the content of an upload: equal for equal files. */
export const hashFiles = (files: ReleaseFiles): string =>
  hash(JSON.stringify([...files].map(([path, bytes]) => [path, hash(bytes)]).sort()))

/** Files processed in parallel: compression runs in zlib's threads while writes wait for the disk or the network. */
const FILES_AT_ONCE = 6
const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const

/** Pages are not stored as such: the API renders them. */
const headersFor = (path: string): ObjectHeaders => ({
  contentType: CONTENT_TYPES[extensionOf(path)] ?? 'application/octet-stream',
  cacheControl: IMMUTABLE,
})

/** @throws BundleConflict unless the stored files are exactly these */
async function assertStored(
  objects: ObjectStore,
  release: ReleaseId,
  stored: readonly string[],
  files: ReleaseFiles,
): Promise<void> {
  if (stored.length !== files.size) throw new BundleConflict(release)
  await forEachParallel(files, FILES_AT_ONCE, async ([path, bytes]) => {
    const found = await objects.get(folderOf(release) + path)
    if (!found || Buffer.compare(found.bytes, bytes) !== 0) throw new BundleConflict(release)
  })
}

/**
 * Stores the files of a release with their compressed variants, and deletes other files of the version: the rest of an
 * upload that failed. A published release is compared only, unless it has no file in this store.
 * @returns `there` if nothing had to be written
 * @throws BundleConflict if the version is published with other files; HttpError 409 if the claim has ended; Error for a
 *   path that cannot be served or a failed write
 */
export async function putRelease(
  objects: ObjectStore,
  release: ReleaseId,
  uploaded: ReleaseFiles,
  claim: Claim,
): Promise<'stored' | 'there'> {
  for (const file of uploaded.keys()) pathIn(release, file)
  const folder = folderOf(release)
  const files = new Map([...uploaded].filter(([path]) => !METADATA_FILES.has(path)))
  const stored = (await objects.list(folder))
    .map(({ key }) => key.slice(folder.length))
    .filter((path) => !METADATA_FILES.has(path))
  const plain = stored.filter((path) => !COMPRESSED.test(path))
  if (claim.isPublished && plain.length > 0) {
    await assertStored(objects, release, plain, files)
    return 'there'
  }

  const remove = async (paths: readonly string[]) => {
    for (const path of paths) {
      checkClaim(release, claim)
      await objects.delete(folder + path)
    }
  }
  // Deleted first: a path of them may be a folder of the new files.
  const isKept = (path: string) => files.has(path.replace(COMPRESSED, ''))
  await remove(stored.filter((path) => !isKept(path)))

  const paths = new Set<string>()
  let result: 'stored' | 'there' = 'there'
  const put = async (path: string, bytes: Uint8Array, headers: ObjectHeaders) => {
    paths.add(path)
    checkClaim(release, claim)
    if (!(await objects.put(folder + path, bytes, headers, 'absent'))) {
      const found = await objects.get(folder + path)
      if (found && Buffer.compare(found.bytes, bytes) === 0) return
      checkClaim(release, claim)
      await objects.put(folder + path, bytes, headers)
    }
    result = 'stored'
  }
  await forEachParallel(files, FILES_AT_ONCE, async ([path, bytes]) => {
    const headers = headersFor(path)
    await put(path, bytes, headers)
    for (const [suffix, variant] of await compressFile(path, bytes))
      await put(path + suffix, variant, { ...headers, contentEncoding: ENCODINGS[suffix] })
  })
  await remove(stored.filter((path) => isKept(path) && !paths.has(path)))
  return result
}

const SOURCE_MAP = /\.map$/
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type SealingEnv = Pick<ApiEnv, 'SUPABASE_SECRET_KEY'>

const deriveKey = ({ SUPABASE_SECRET_KEY }: SealingEnv, purpose: string) =>
  Buffer.from(hkdfSync('sha256', SUPABASE_SECRET_KEY, 'propsight', purpose, KEY_BYTES))

/**
 * Encrypts the source maps of a release (AES-256-GCM), because a store may be public. Its nonce is derived from path and
 * content, so that repeating a deploy gives the same file.
 */
export const sealSourceMaps = (env: SealingEnv, files: ReleaseFiles): ReleaseFiles =>
  new Map(
    [...files].map(([path, bytes]) => {
      if (!SOURCE_MAP.test(path)) return [path, bytes]
      const digest = createHmac('sha256', deriveKey(env, 'source map nonces 1'))
        .update(`${path}\0`)
        .update(bytes)
      const nonce = digest.digest().subarray(0, NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(env, 'source maps 1'), nonce)
      const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
      return [path, Buffer.concat([nonce, cipher.getAuthTag(), sealed])]
    }),
  )

/** Decrypts a source map. @throws Error if it was not sealed with the key of this server */
export function openSourceMap(env: SealingEnv, bytes: Uint8Array): string {
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)]
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(env, 'source maps 1'), nonce, {
    authTagLength: TAG_BYTES,
  }).setAuthTag(tag)
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}
