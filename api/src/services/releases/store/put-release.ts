import { createHash } from 'node:crypto'
import { HttpError } from '../../../platform/errors.ts'
import type { ObjectHeaders, ObjectStore } from './object-store.ts'
import {
  COMPRESSED,
  CONTENT_TYPES,
  compressFile,
  extensionOf,
  folderOf,
  forEachParallel,
  IMMUTABLE,
  METADATA_FILES,
  pathIn,
  type ReleaseId,
} from './release-files.ts'

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
