import { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Bucket } from './bucket.ts'
import { createClaims, purposeOf } from './bucket-claims.ts'
import {
  encodeContents,
  forEachParallel,
  hashFiles,
  hashOf,
  parseContents,
  purposeOfFiles,
  type ReleaseContents,
  type StoredFile,
  writeFiles,
} from './bucket-release.ts'
import { BundleConflict } from './bundle-folder.ts'
import type { BundleStore } from './bundle-store.ts'
import {
  BUNDLE_PATH,
  CONTENT_TYPES,
  pathIn,
  RELEASE_NAME,
  RELEASE_VERSION,
  type ReleaseId,
  START_PAGE,
} from './paths.ts'

/**
 * One object per release with the list of its files. Written last and removed first: without it there is no
 * release.
 */
const RELEASES = '.releases/'
const HEALTH = '.health'
const JSON_HEADERS = { contentType: 'application/json; charset=utf-8', cacheControl: 'no-store' }
const PAGE_HEADERS = { contentType: 'text/html; charset=utf-8', cacheControl: 'public, no-cache' }
/**
 * Cache time of a list of files: another instance may remove or replace the release. While the storage is
 * unavailable, the last known list is used.
 */
const CONTENTS_FRESH_MS = 30_000
const MAX_REMEMBERED_RELEASES = 500
/**
 * Size of the file cache: the first-view files of a few releases, so that visitors do not depend on the
 * storage.
 */
const MAX_REMEMBERED_BYTES = 64_000_000
const DELETES_AT_ONCE = 8

const contentsKey = ({ name, version }: ReleaseId) => `${RELEASES}${name}/${version}.json`
const ids = (text: string): ReleaseId | null => {
  const [name = '', version = ''] = text.split('/')
  return RELEASE_NAME.test(name) && RELEASE_VERSION.test(version) ? { name, version } : null
}
const notFoundError = (path: string) =>
  Object.assign(new Error(`the store has no ${path}`), { code: 'ENOENT' })
const purposeOfContents = ({ files }: ReleaseContents) =>
  purposeOfFiles(Object.entries(files).map(([path, { plain }]) => [path, plain.hash]))

/**
 * The bundle store in object storage, `<prefix>/<name>/<version>/…`, in the layout served by a CDN. Several
 * instances may write at once. Read files are cached up to a total size.
 */
export function createS3BundleStore(bucket: Bucket): BundleStore {
  const claims = createClaims(bucket)
  const releases = new LRUCache<string, ReleaseContents>({
    max: MAX_REMEMBERED_RELEASES,
    ttl: CONTENTS_FRESH_MS,
    async fetchMethod(key, known) {
      try {
        const bytes = await bucket.get(key)
        return bytes ? parseContents(bytes) : undefined
      } catch (error) {
        if (known) return known
        throw error
      }
    },
  })
  const files = new LRUCache<string, Uint8Array>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
  })
  /** The last read static page, used while the storage is unavailable. */
  let index: Uint8Array | null = null
  const forget = (release: ReleaseId) => releases.delete(contentsKey(release))
  const cachedContents = (release: ReleaseId) => releases.fetch(contentsKey(release))
  const readContents = async (release: ReleaseId) => {
    const bytes = await bucket.get(contentsKey(release))
    return bytes ? parseContents(bytes) : null
  }
  /** Running reads, for single flight: parallel requests for a file fetch it once. */
  const reading = new Map<string, Promise<Uint8Array | null>>()
  const readBytes = async (key: string, hash: string): Promise<Uint8Array | null> => {
    const bytes = await bucket.get(key)
    if (!bytes || hashOf(bytes) !== hash) return null
    files.set(`${key} ${hash}`, bytes)
    return bytes
  }
  /** The bytes of a file; null if the release was removed. */
  const bytesOf = async (
    release: ReleaseId,
    path: string,
    { hash }: StoredFile,
  ): Promise<Uint8Array | null> => {
    const key = `${release.name}/${release.version}/${path}`
    const file = `${key} ${hash}`
    const known = files.get(file)
    if (known) return known
    const read = reading.get(file) ?? readBytes(key, hash).finally(() => reading.delete(file))
    reading.set(file, read)
    const bytes = await read
    if (!bytes) forget(release)
    return bytes
  }
  const variant = (release: ReleaseId, path: string, stored: StoredFile | null) =>
    stored && {
      size: stored.size,
      open: async () => {
        const bytes = await bytesOf(release, path, stored)
        return bytes && Readable.from([bytes], { objectMode: false })
      },
    }
  const entryAt = async (relative: string) => {
    const release = BUNDLE_PATH.test(relative) ? ids(relative) : null
    if (!release) return null
    const path = relative.slice(release.name.length + release.version.length + 2)
    const entry = (await cachedContents(release))?.files
    return entry && Object.hasOwn(entry, path) ? { release, path, entry: entry[path] } : null
  }
  const read = async (release: ReleaseId, path: string): Promise<Uint8Array> => {
    const found = await entryAt(pathIn(release, path))
    const bytes = found?.entry && (await bytesOf(release, path, found.entry.plain))
    if (!bytes) throw notFoundError(pathIn(release, path))
    return bytes
  }
  /** Deletes the files of a version that has no release, under a claim. */
  const removeFiles = (release: ReleaseId) =>
    claims.withClaim(release, purposeOf('remove'), async (signal) => {
      if (await readContents(release)) return
      const objects = await bucket.list(`${release.name}/${release.version}/`)
      await forEachParallel(objects, DELETES_AT_ONCE, ({ key }) => {
        signal.throwIfAborted()
        return bucket.delete(key)
      })
    })

  return {
    async find(path) {
      const contentType = CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? '']
      const found = contentType ? await entryAt(path) : null
      if (!contentType || !found?.entry) return null
      const { release, path: file, entry } = found
      const plain = variant(release, file, entry.plain)
      const br = variant(release, `${file}.br`, entry.br)
      const gzip = variant(release, `${file}.gz`, entry.gzip)
      return plain && { contentType, plain, br, gzip }
    },
    async readText(name, version, path) {
      return new TextDecoder().decode(await read({ name, version }, path))
    },
    read,
    async put(release, uploaded) {
      for (const file of uploaded.keys()) pathIn(release, file)
      const hashes = hashFiles(uploaded)
      const purpose = purposeOfFiles(hashes)
      const isStored = async () => {
        const contents = await readContents(release)
        if (contents && purposeOfContents(contents) !== purpose) throw new BundleConflict(release)
        return contents !== null
      }
      if (await isStored()) return 'there'
      const own = new Map([...uploaded].filter(([path]) => hashes.has(path)))
      return claims.withClaim(release, purpose, async (signal) => {
        if (await isStored()) return 'there'
        const contents = await writeFiles(bucket, release, own, signal)
        signal.throwIfAborted()
        const first = await bucket.create(contentsKey(release), encodeContents(contents), JSON_HEADERS)
        forget(release)
        return first ? 'stored' : 'there'
      })
    },
    async files(release) {
      return Object.keys((await readContents(release))?.files ?? {})
    },
    names: async () => (await bucket.folders(RELEASES)).filter((name) => RELEASE_NAME.test(name)),
    async versions(name) {
      const stored = RELEASE_NAME.test(name) ? await bucket.list(`${RELEASES}${name}/`) : []
      return stored
        .map(({ key, at }) => ({
          version: key.slice(RELEASES.length + name.length + 1, -'.json'.length),
          storedAt: at,
        }))
        .filter(({ version }) => RELEASE_VERSION.test(version))
    },
    async size(name) {
      const stored = RELEASE_NAME.test(name) ? await bucket.list(`${name}/`) : []
      return stored.reduce((sum, { size }) => sum + size, 0)
    },
    async remove(release, isWanted = async () => false) {
      const contents = await readContents(release)
      if (!contents) return
      // Readers no longer find the release from here on, even if the next steps fail.
      await bucket.delete(contentsKey(release))
      forget(release)
      const restore = () =>
        claims.withClaim(release, purposeOfContents(contents), async () => {
          await bucket.create(contentsKey(release), encodeContents(contents), JSON_HEADERS)
        })
      const stillWanted = await isWanted().catch(async (error: unknown) => {
        await restore()
        throw error
      })
      if (stillWanted) await restore()
      else await removeFiles(release)
      forget(release)
    },
    async removeUnfinished(before) {
      const newest = new Map<string, { release: ReleaseId; at: Date }>()
      for (const { key, at } of await bucket.list('')) {
        const release = ids(key)
        const known = release && newest.get(`${release.name}/${release.version}`)
        if (release && (!known || known.at < at))
          newest.set(`${release.name}/${release.version}`, { release, at })
      }
      const complete = new Set((await bucket.list(RELEASES)).map(({ key }) => key))
      for (const { release, at } of newest.values())
        if (at < before && !complete.has(contentsKey(release))) await removeFiles(release)
      await claims.forget(before)
    },
    async readIndex() {
      index = await bucket.get(START_PAGE).catch(() => index)
      return index && new TextDecoder().decode(index)
    },
    writeIndex: (html) => bucket.put(START_PAGE, new TextEncoder().encode(html), PAGE_HEADERS),
    health: () => bucket.put(HEALTH, new TextEncoder().encode(new Date().toISOString()), JSON_HEADERS),
  }
}
