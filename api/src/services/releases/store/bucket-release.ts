import { createHash } from 'node:crypto'
import * as z from 'zod'
import { unavailable } from '../../../platform/errors.ts'
import type { Bucket, ObjectHeaders } from './bucket.ts'
import { purposeOf } from './bucket-claims.ts'
import type { ReleaseFiles } from './bundle-folder.ts'
import { compressFile } from './compress-file.ts'
import { CONTENT_TYPES, IMMUTABLE, METADATA_FILES, type ReleaseId } from './paths.ts'

/** Files processed in parallel: compression runs in zlib's threads while uploads wait for the network. */
const FILES_AT_ONCE = 6
const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const

const storedSchema = z.object({ size: z.int().min(0), hash: z.string() })
const contentsSchema = z.object({
  files: z.record(
    z.string(),
    z.object({ plain: storedSchema, br: storedSchema.nullable(), gzip: storedSchema.nullable() }),
  ),
})
/**
 * The list of a release's files, stored as a separate object after all files. Without it the release does not
 * exist.
 */
export type ReleaseContents = z.infer<typeof contentsSchema>
export type StoredFile = z.infer<typeof storedSchema>

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url')

/**
 * @throws HttpError 503 if the object was not written by this store (for example a proxy answered instead)
 */
export function parseContents(bytes: Uint8Array): ReleaseContents {
  try {
    return contentsSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (error) {
    throw unavailable('The bundle store', error)
  }
}
export const encodeContents = (contents: ReleaseContents): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(contents))

/** Purpose of an upload: equal for equal plain files, independent of their compressed variants. */
export const purposeOfFiles = (plain: Iterable<readonly [path: string, hash: string]>): string =>
  purposeOf(JSON.stringify([...plain].sort(([a], [b]) => (a < b ? -1 : 1))))

/** The hashes of a release's files, without the files that only describe the release. */
export const hashFiles = (files: ReleaseFiles): Map<string, string> =>
  new Map(
    [...files].filter(([path]) => !METADATA_FILES.has(path)).map(([path, bytes]) => [path, hashOf(bytes)]),
  )

/**
 * The headers with which a CDN sends the object from the bucket. Pages are not stored as such: the API
 * renders them.
 */
const headersOf = (path: string): ObjectHeaders => ({
  contentType: CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? ''] ?? 'application/octet-stream',
  cacheControl: IMMUTABLE,
})

/** Stores one object. Replaces an object left by an aborted upload if its content differs. */
async function putObject(
  bucket: Bucket,
  key: string,
  bytes: Uint8Array,
  headers: ObjectHeaders,
): Promise<StoredFile> {
  const stored = { size: bytes.length, hash: hashOf(bytes) }
  while (!(await bucket.create(key, bytes, headers))) {
    const there = await bucket.get(key)
    if (there && hashOf(there) === stored.hash) break
    await bucket.delete(key)
  }
  return stored
}

/**
 * Stores the files of a release with their compressed variants, and deletes all other objects of the version.
 * @param signal aborts between two objects
 */
export async function writeFiles(
  bucket: Bucket,
  { name, version }: ReleaseId,
  files: ReleaseFiles,
  signal: AbortSignal,
): Promise<ReleaseContents> {
  const folder = `${name}/${version}/`
  const contents: ReleaseContents = { files: {} }
  const keys = new Set<string>()
  const put = (path: string, bytes: Uint8Array, headers: ObjectHeaders) => {
    signal.throwIfAborted()
    keys.add(folder + path)
    return putObject(bucket, folder + path, bytes, headers)
  }
  await forEachParallel(files, FILES_AT_ONCE, async ([path, bytes]) => {
    const headers = headersOf(path)
    const entry: ReleaseContents['files'][string] = {
      plain: await put(path, bytes, headers),
      br: null,
      gzip: null,
    }
    for (const [suffix, variant] of await compressFile(path, bytes)) {
      const encoding = ENCODINGS[suffix]
      entry[encoding] = await put(path + suffix, variant, { ...headers, contentEncoding: encoding })
    }
    contents.files[path] = entry
  })
  for (const { key } of await bucket.list(folder)) {
    signal.throwIfAborted()
    if (!keys.has(key)) await bucket.delete(key)
  }
  return contents
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
