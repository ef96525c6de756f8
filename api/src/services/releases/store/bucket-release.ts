import type { Bucket, ObjectHeaders } from './bucket.ts'
import type { ReleaseFiles } from './bundle-folder.ts'
import { compressFile } from './compress-file.ts'
import { forEachParallel } from './for-each-parallel.ts'
import { CONTENT_TYPES, IMMUTABLE, METADATA_FILES, type ReleaseId } from './paths.ts'
import { hashOf, type ReleaseContents, type StoredFile } from './release-states.ts'

/** Files processed in parallel: compression runs in zlib's threads while uploads wait for the network. */
const FILES_AT_ONCE = 6
const ENCODINGS = { '.br': 'br', '.gz': 'gzip' } as const

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

/**
 * Stores the files of a release with their compressed variants, and deletes all other objects of the version.
 * @param checkHeld called before an existing object is replaced or deleted; rejects when that is no longer
 *   allowed
 */
export async function writeFiles(
  bucket: Bucket,
  { name, version }: ReleaseId,
  files: ReleaseFiles,
  checkHeld: () => Promise<void>,
): Promise<ReleaseContents> {
  const folder = `${name}/${version}/`
  const contents: ReleaseContents = { files: {} }
  const keys = new Set<string>()
  const put = async (path: string, bytes: Uint8Array, headers: ObjectHeaders): Promise<StoredFile> => {
    const key = folder + path
    const stored = { size: bytes.length, hash: hashOf(bytes) }
    keys.add(key)
    let replaces: string | null = null
    while (!(await bucket.put(key, bytes, headers, replaces))) {
      const there = await bucket.get(key)
      if (there && hashOf(there.bytes) === stored.hash) break
      // The object is left over from another upload.
      if (there) await checkHeld()
      replaces = there?.etag ?? null
    }
    return stored
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
    if (keys.has(key)) continue
    await checkHeld()
    await bucket.delete(key)
  }
  return contents
}
