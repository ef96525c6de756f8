import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { HttpError } from '../../../platform/errors.ts'
import type { ObjectStore, StoredObject } from './object-store.ts'
import {
  BUNDLE_PATH,
  type Claim,
  COMPRESSED,
  CONTENT_TYPES,
  checkClaim,
  extensionOf,
  folderOf,
  forEachParallel,
  IMMUTABLE,
  METADATA_FILES,
  pathIn,
  putRelease,
  RELEASE_NAME,
  type ReleaseFiles,
  type ReleaseId,
  releaseOf,
  START_PAGE,
} from './release-files.ts'

/** How long a list of files is used: another instance may remove the release. */
const LIST_FRESH_MS = 30_000
const MAX_REMEMBERED_RELEASES = 500
/** Total size of the files in memory: those of a few releases, so that visitors do not depend on the storage. */
const MAX_REMEMBERED_BYTES = 64_000_000
/**
 * Larger files are streamed from a disk. A response that is being written keeps its bytes in memory also after the cache
 * dropped them, so this bounds what slow readers of many files can hold.
 */
export const MAX_FILE_IN_MEMORY_BYTES = 1_000_000
const DELETES_AT_ONCE = 8

const PAGE_HEADERS = { contentType: 'text/html; charset=utf-8', cacheControl: 'public, no-cache' }
const KITS = 'remote-kits/'
/** The key of a kept kit, which is not that of a release: a version begins with a digit. */
export const kitKey = (hash: string): string => `${KITS}sha256-${hash}.tgz`
const KIT_HEADERS = { contentType: 'application/gzip', cacheControl: IMMUTABLE }
/** Digits of a kit's hash. */
const KIT_HASH_DIGITS = 16
/** Written to learn whether the storage works. Served paths never begin with a dot. */
const PROBE = '.health'
/** Instances of version 0.1.0 of 2026-11-28 and before find the releases of a bucket by these objects. */
const EARLIER_STATES = '.releases/'
const PROBE_HEADERS = { contentType: 'application/octet-stream', cacheControl: 'no-store' }
/** More than the rest of a page of the file system: a full disk may still take a small file. */
const PROBE_BYTES = 64 * 1024

interface BundleVariant {
  size: number
  /**
   * The bytes, or null if the release was removed since `find`. Call it only when the response can be written:
   * a stream holds an open file.
   */
  open(): Promise<Uint8Array | Readable | null>
}

interface BundleFile {
  contentType: string
  plain: BundleVariant
  br: BundleVariant | null
  gzip: BundleVariant | null
}

interface StoredRelease extends ReleaseId {
  /** Time of the last write. */
  storedAt: Date
  /** Size of all files in bytes, including compressed variants. */
  size: number
}

/**
 * The files of releases, in a local folder or in a bucket: `<name>/<version>/…`. It does not know which releases are
 * published; the database does, and its registrations of uploads and removals are the lock of a version.
 */
export interface BundleStore {
  /** The stored file at `name/version/path`, or null. No path can reach a file outside of the store. */
  find(path: string): Promise<BundleFile | null>
  /** The bytes of one file, also of a type that is not served. @throws Error with the code ENOENT if there is none */
  read(release: ReleaseId, path: string): Promise<Uint8Array>
  /** Paths of a release's files, without compressed variants; empty if the release is not stored. */
  files(release: ReleaseId): Promise<string[]>
  /** The stored releases of one remote or of all, among them incomplete ones. */
  list(name?: string): Promise<StoredRelease[]>
  /** See `putRelease`. */
  put(release: ReleaseId, files: ReleaseFiles, claim: Claim): Promise<'stored' | 'there'>
  /** Removes a release; no error if it is not stored. @throws HttpError 409 if the claim has ended */
  delete(release: ReleaseId, claim: Pick<Claim, 'until'>): Promise<void>
  /** Removes hidden files that were written before this time: unfinished and quarantined ones. */
  removeHidden(before: Date): Promise<void>
  /** Replaces the static page at the top of the store. It starts the shell while the API is unavailable. */
  writeIndex(html: string): Promise<void>
  /** The static page, or null; the last one that was read while the storage is unavailable. */
  readIndex(): Promise<string | null>
  /**
   * Keeps a kit for remotes of other repositories for good: the lockfile of a team names its hash.
   * @returns the hash that `readKit` takes
   */
  keepKit(bytes: Uint8Array): Promise<string>
  /** The hashes of the kept kits. */
  kits(): Promise<string[]>
  /** A kit that was kept, or null. */
  readKit(hash: string): Promise<Uint8Array | null>
  /** @throws Error if the store is not writable, or ignores conditions */
  health(): Promise<void>
}

/** Adds objects up by the release that they belong to. */
function groupByRelease(objects: readonly StoredObject[]): StoredRelease[] {
  const releases = new Map<string, StoredRelease>()
  for (const { key, size, at } of objects) {
    const id = releaseOf(key)
    if (!id) continue
    const known = releases.get(folderOf(id)) ?? { ...id, storedAt: at, size: 0 }
    if (known.storedAt < at) known.storedAt = at
    known.size += size
    releases.set(folderOf(id), known)
  }
  return [...releases.values()]
}

/** Reads stored files. Lists and contents are cached; parallel requests for a file read it once. */
function createReader(objects: ObjectStore) {
  const lists = new LRUCache<string, ReadonlyMap<string, StoredObject>>({
    max: MAX_REMEMBERED_RELEASES,
    ttl: LIST_FRESH_MS,
    async fetchMethod(folder, known) {
      try {
        const listed = await objects.list(folder)
        // A missing release is not remembered: it may be stored at any moment.
        return listed.length > 0 ? new Map(listed.map((object) => [object.key, object])) : undefined
      } catch (error) {
        if (known) return known
        throw error
      }
    },
  })
  const contents = new LRUCache<string, Uint8Array, StoredObject>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
    // A read whose entry was evicted still has a caller.
    ignoreFetchAbort: true,
    async fetchMethod(_key, _stale, { context: { key, etag } }) {
      const object = await objects.get(key)
      return object?.etag === etag ? object.bytes : undefined
    },
  })
  /** The objects of the release of this key, and the object of the key if there is one. */
  const lookUp = async (folder: string, key: string) => {
    const isRemembered = lists.has(folder)
    const list = await lists.fetch(folder)
    // The list may be older than the upload of this file.
    if (isRemembered && !list?.has(key)) return lists.fetch(folder, { forceRefresh: true })
    return list
  }
  const open = async (folder: string, object: StoredObject): Promise<Uint8Array | Readable | null> => {
    const { key, size, etag } = object
    const body =
      objects.stream && size > MAX_FILE_IN_MEMORY_BYTES
        ? await objects.stream(key, etag)
        : await contents.fetch(`${key} ${etag}`, { context: object })
    if (!body) lists.delete(folder)
    return body ?? null
  }
  const readListed = async (folder: string, key: string) => {
    const object = (await lookUp(folder, key))?.get(key)
    return object && contents.fetch(`${key} ${object.etag}`, { context: object })
  }
  const read = async (folder: string, key: string): Promise<Uint8Array | null> => {
    const bytes = await readListed(folder, key)
    if (bytes) return bytes
    // The file may have been restored since it was listed.
    lists.delete(folder)
    return (await readListed(folder, key)) ?? null
  }
  return { lookUp, open, read, forget: (folder: string) => lists.delete(folder) }
}

/** The bundle store on this storage. Several instances may use it at once. */
export function createBundleStore(objects: ObjectStore): BundleStore {
  const { lookUp, open, read, forget } = createReader(objects)
  let index: Uint8Array | null = null
  let keptKit = ''
  return {
    async find(path) {
      const contentType = CONTENT_TYPES[extensionOf(path)]
      const release = contentType && BUNDLE_PATH.test(path) ? releaseOf(path) : null
      if (!contentType || !release) return null
      const list = await lookUp(folderOf(release), path)
      const variant = (key: string): BundleVariant | null => {
        const object = list?.get(key)
        return object ? { size: object.size, open: () => open(folderOf(release), object) } : null
      }
      const plain = variant(path)
      return plain && { contentType, plain, br: variant(`${path}.br`), gzip: variant(`${path}.gz`) }
    },
    async read(release, path) {
      const bytes = await read(folderOf(release), pathIn(release, path))
      if (bytes) return bytes
      throw Object.assign(new Error(`the store has no ${pathIn(release, path)}`), { code: 'ENOENT' })
    },
    async files(release) {
      const paths = (await objects.list(folderOf(release))).map(({ key }) =>
        key.slice(folderOf(release).length),
      )
      return paths.filter((path) => !COMPRESSED.test(path) && !METADATA_FILES.has(path))
    },
    async list(name) {
      if (name !== undefined && !RELEASE_NAME.test(name)) return []
      return groupByRelease(await objects.list(name === undefined ? '' : `${name}/`))
    },
    put: (release, files, claim) =>
      putRelease(objects, release, files, claim).finally(() => forget(folderOf(release))),
    async delete(release, claim) {
      const listed = await objects.list(folderOf(release))
      await forEachParallel(listed, DELETES_AT_ONCE, ({ key }) => {
        checkClaim(release, claim)
        return objects.delete(key)
      }).finally(() => forget(folderOf(release)))
    },
    async removeHidden(before) {
      const isOld = ({ key, at }: StoredObject) =>
        /(^|\/)\./.test(key) && !key.startsWith(EARLIER_STATES) && at < before
      const hidden = (await objects.list('')).filter(isOld)
      await forEachParallel(hidden, DELETES_AT_ONCE, ({ key }) => objects.delete(key))
    },
    async readIndex() {
      const current = objects.get(START_PAGE).then((page) => page?.bytes ?? null)
      index = await current.catch(() => index)
      return index && new TextDecoder().decode(index)
    },
    async writeIndex(html) {
      await objects.put(START_PAGE, new TextEncoder().encode(html), PAGE_HEADERS)
    },
    async keepKit(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, KIT_HASH_DIGITS)
      if (hash !== keptKit) await objects.put(kitKey(hash), bytes, KIT_HEADERS, 'absent')
      keptKit = hash
      return hash
    },
    kits: async () =>
      (await objects.list(KITS)).flatMap(({ key }) => /sha256-([0-9a-f]+)\.tgz$/.exec(key)?.[1] ?? []),
    readKit: async (hash) => (await objects.get(kitKey(hash)))?.bytes ?? null,
    async health() {
      await objects.put(PROBE, randomBytes(PROBE_BYTES), PROBE_HEADERS)
      if (await objects.put(PROBE, new Uint8Array(), PROBE_HEADERS, 'absent'))
        throw new HttpError(503, 'UNAVAILABLE', 'The bundle store ignores the conditions of writes.')
    },
  }
}
