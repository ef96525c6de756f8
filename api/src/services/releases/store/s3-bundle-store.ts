import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Bucket } from './bucket.ts'
import { hashFiles, writeFiles } from './bucket-release.ts'
import { BundleConflict, type ReleaseFiles } from './bundle-folder.ts'
import type { BundleStore } from './bundle-store.ts'
import { forEachParallel } from './for-each-parallel.ts'
import { BUNDLE_PATH, CONTENT_TYPES, pathIn, RELEASE_NAME, type ReleaseId, START_PAGE } from './paths.ts'
import {
  busy,
  createReleaseStates,
  hashOf,
  NO_WORK,
  REMOVAL,
  type ReleaseContents,
  releaseOf,
  type StoredFile,
  stateKey,
  uploadOf,
  uploadOfContents,
  WORK_MS,
} from './release-states.ts'

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

/** How long an upload waits for other work on its version, and the random pause before it looks again. */
const MAX_WAIT_MS = 60_000
const RETRY_PAUSE_MS = { least: 40, more: 260 }

const notFoundError = (path: string) =>
  Object.assign(new Error(`the store has no ${path}`), { code: 'ENOENT' })
/**
 * The bundle store in object storage, `<prefix>/<name>/<version>/…`, in the layout served by a CDN. Several
 * instances may write at once. Read files are cached up to a total size.
 */
export function createS3BundleStore(bucket: Bucket): BundleStore {
  const states = createReleaseStates(bucket)
  const releases = new LRUCache<string, ReleaseContents, ReleaseId>({
    max: MAX_REMEMBERED_RELEASES,
    ttl: CONTENTS_FRESH_MS,
    async fetchMethod(_, known, { context }) {
      try {
        return (await states.read(context))?.contents ?? undefined
      } catch (error) {
        if (known) return known
        throw error
      }
    },
  })
  /** Parallel requests for a file fetch it once. */
  const files = new LRUCache<string, Uint8Array, { key: string; hash: string }>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
    // A read whose entry was evicted still has a caller.
    ignoreFetchAbort: true,
    async fetchMethod(_, __, { context: { key, hash } }) {
      const object = await bucket.get(key)
      return object && hashOf(object.bytes) === hash ? object.bytes : undefined
    },
  })
  /** The last read static page, used while the storage is unavailable. */
  let index: Uint8Array | null = null
  const forget = (release: ReleaseId) => releases.delete(stateKey(release))
  const cachedContents = (release: ReleaseId) => releases.fetch(stateKey(release), { context: release })
  /** The bytes of a file; null if the release was removed. */
  const bytesOf = async (
    release: ReleaseId,
    path: string,
    { hash }: StoredFile,
  ): Promise<Uint8Array | null> => {
    const key = `${release.name}/${release.version}/${path}`
    const bytes = await files.fetch(`${key} ${hash}`, { context: { key, hash } })
    if (!bytes) forget(release)
    return bytes ?? null
  }
  const variant = (release: ReleaseId, path: string, stored: StoredFile | null) =>
    stored && {
      size: stored.size,
      open: () => bytesOf(release, path, stored),
    }
  const entryAt = async (relative: string) => {
    const release = BUNDLE_PATH.test(relative) ? releaseOf(relative) : null
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
  /**
   * Deletes the files of a version, then its state.
   * @param until time at which the right to do so ends; the next sweep continues then
   */
  const removeFiles = async (release: ReleaseId, until: number) => {
    const remove = (key: string) => {
      if (Date.now() >= until) throw busy(release)
      return bucket.delete(key)
    }
    const objects = await bucket.list(`${release.name}/${release.version}/`)
    await forEachParallel(objects, DELETES_AT_ONCE, ({ key }) => remove(key))
    await remove(stateKey(release))
  }
  /**
   * Stores the files and completes the release.
   * @param etag state of the upload
   * @returns false if other work has taken over
   */
  const upload = async (release: ReleaseId, own: ReleaseFiles, etag: string): Promise<boolean> => {
    try {
      const contents = await writeFiles(bucket, release, own, () => states.checkHeld(release, etag))
      return await states.complete(release, contents, etag)
    } catch (error) {
      const ended = await states.begin(release, NO_WORK, etag).catch(() => 'the storage fails')
      if (ended) throw error
      return false
    }
  }

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
      const own = new Map([...uploaded].filter(([path]) => hashes.has(path)))
      const name = uploadOf(hashes)
      const deadline = Date.now() + MAX_WAIT_MS
      while (Date.now() < deadline) {
        const state = await states.read(release)
        if (state?.contents) {
          if (uploadOfContents(state.contents) === name) return 'there'
          throw new BundleConflict(release)
        }
        const etag = await states.beginUpload(release, name, state)
        if (!etag) await pause(RETRY_PAUSE_MS.least + Math.random() * RETRY_PAUSE_MS.more)
        else if (await upload(release, own, etag)) {
          forget(release)
          return 'stored'
        }
      }
      throw busy(release)
    },
    async files(release) {
      return Object.keys((await states.read(release))?.contents?.files ?? {})
    },
    names: async () => [...new Set((await states.list()).map(({ release }) => release.name))],
    async versions(name) {
      const listed = RELEASE_NAME.test(name) ? await states.list(name) : []
      const complete = listed.map(async ({ release, at }) =>
        (await cachedContents(release)) ? [{ version: release.version, storedAt: at }] : [],
      )
      return (await Promise.all(complete)).flat()
    },
    async size(name) {
      const stored = RELEASE_NAME.test(name) ? await bucket.list(`${name}/`) : []
      return stored.reduce((sum, { size }) => sum + size, 0)
    },
    async remove(release, isWanted = async () => false) {
      const state = await states.read(release)
      if (!state?.contents) return
      const { contents } = state
      // Readers no longer find the release from here on. A deploy of the same files can continue at once.
      const hidden = await states.begin(release, uploadOfContents(contents), state.etag)
      forget(release)
      if (!hidden) return
      const restore = () => states.complete(release, contents, hidden)
      const stillWanted = await isWanted().catch(async (error: unknown) => {
        await restore()
        throw error
      })
      const until = Date.now() + WORK_MS
      if (stillWanted) await restore()
      else if (await states.begin(release, REMOVAL, hidden)) await removeFiles(release, until)
      forget(release)
    },
    async removeUnfinished(before) {
      const newest = new Map<string, { release: ReleaseId; at: Date }>()
      for (const { key, at } of await bucket.list('')) {
        const release = releaseOf(key)
        if (!release) continue
        const known = newest.get(stateKey(release))
        if (!known || known.at < at) newest.set(stateKey(release), { release, at })
      }
      for (const { release, at } of newest.values()) {
        if (at >= before || (await cachedContents(release))) continue
        const until = Date.now() + WORK_MS
        if (await states.beginSweep(release, before)) await removeFiles(release, until)
      }
    },
    async readIndex() {
      const read = async () => (await bucket.get(START_PAGE))?.bytes ?? null
      index = await read().catch(() => index)
      return index && new TextDecoder().decode(index)
    },
    async writeIndex(html) {
      await bucket.put(START_PAGE, new TextEncoder().encode(html), PAGE_HEADERS)
    },
    health: () => states.health(),
  }
}
