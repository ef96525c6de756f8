import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { compressFile } from './compress-file.ts'
import { forEachParallel } from './for-each-parallel.ts'
import {
  COMPRESSED,
  METADATA_FILES,
  pathIn,
  RELEASE_NAME,
  RELEASE_VERSION,
  type ReleaseId,
  START_PAGE,
} from './paths.ts'

/**
 * Staging folder on the same disk as the releases, so that a rename is atomic. Served paths never begin with
 * a dot.
 */
const STAGING = '.staging'
/** More than the rest of a page of the file system: a full disk may still take a small file. */
const PROBE_BYTES = 64 * 1024
/** Files written in parallel. Compression runs in zlib's threads; more would only queue. */
const FILES_AT_ONCE = 3

export type ReleaseFiles = ReadonlyMap<string, Uint8Array>

/** The version is already stored with other files. */
export class BundleConflict extends Error {
  override name = 'BundleConflict'
  constructor({ name, version }: ReleaseId) {
    super(`${name} ${version} is there already with other files: give it another version`)
  }
}

/** Syncs a folder to disk. Errors are ignored: some systems cannot sync folders and rely on their journal. */
const fsyncFolder = async (folder: string) => {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}
async function writeSynced(path: string, bytes: Uint8Array | string) {
  const handle = await open(path, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
/** A missing folder counts as empty; every other error is rethrown. */
const emptyIfMissing = (error: NodeJS.ErrnoException): [] => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
  throw error
}
const foldersIn = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(emptyIfMissing))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

async function plainFilesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !COMPRESSED.test(file) && !METADATA_FILES.has(file))
}

async function writeTree(folder: string, files: ReleaseFiles) {
  const folders = new Set([folder])
  for (const path of files.keys()) folders.add(dirname(join(folder, path)))
  for (const made of folders) await mkdir(made, { recursive: true })
  await forEachParallel(files, FILES_AT_ONCE, async ([path, bytes]) => {
    await writeSynced(join(folder, path), bytes)
    for (const [suffix, variant] of await compressFile(path, bytes))
      await writeSynced(join(folder, path) + suffix, variant)
  })
  for (const made of folders) await fsyncFolder(made)
}

/**
 * Whether a folder contains exactly these files.
 * @param stored the plain files in the folder
 */
async function containsExactly(folder: string, stored: string[], files: ReleaseFiles): Promise<boolean> {
  const own = [...files.keys()].filter((file) => !METADATA_FILES.has(file))
  if (stored.length !== own.length) return false
  for (const file of stored) {
    const expected = files.get(file)
    if (!expected || !(await readFile(join(folder, file))).equals(expected)) return false
  }
  return true
}

/** Write operations of the store in a local folder. They are documented in `BundleStore`. */
export function createBundleFolder(root: string) {
  const newStagingPath = async () => {
    await mkdir(join(root, STAGING), { recursive: true })
    return join(root, STAGING, randomUUID())
  }
  return {
    async put(release: ReleaseId, files: ReleaseFiles): Promise<'stored' | 'there'> {
      for (const file of files.keys()) pathIn(release, file)
      const parent = join(root, release.name)
      const target = join(parent, release.version)
      const isStored = async () => {
        // Listed once: a second listing may find nothing, because the release is being removed.
        const stored = await plainFilesIn(target)
        if (stored.length === 0) return false
        const same = await containsExactly(target, stored, files).catch((error: NodeJS.ErrnoException) => {
          // The release is being removed at this moment.
          if (error.code === 'ENOENT') return null
          throw error
        })
        if (same !== false) return same ?? false
        throw new BundleConflict(release)
      }
      if (await isStored()) return 'there'
      const staging = await newStagingPath()
      try {
        await writeTree(staging, files)
        await mkdir(parent, { recursive: true })
        try {
          await rename(staging, target)
        } catch (error) {
          // Another process stored the release first.
          if (await isStored()) return 'there'
          throw error
        }
        await fsyncFolder(parent)
        return 'stored'
      } finally {
        await rm(staging, { recursive: true, force: true })
      }
    },
    async remove({ name, version }: ReleaseId, isWanted = async () => false): Promise<void> {
      const target = join(root, name, version)
      const staging = await newStagingPath()
      // A new modification time protects the staging folder from `removeUnfinished`.
      await utimes(target, new Date(), new Date()).catch(() => undefined)
      try {
        // Atomic removal for readers, even if the next steps fail.
        await rename(target, staging)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
        throw error
      }
      const restore = () => rename(staging, target).catch(() => undefined)
      try {
        if (await isWanted()) await restore()
      } catch (error) {
        await restore()
        throw error
      } finally {
        // Nothing remains here after a restore. If the restore failed, another process has stored the release
        // again.
        await rm(staging, { recursive: true, force: true })
      }
    },
    names: async () => (await foldersIn(root)).filter((name) => RELEASE_NAME.test(name)),
    async versions(name: string): Promise<{ version: string; storedAt: Date }[]> {
      const found = (await foldersIn(join(root, name))).filter((version) => RELEASE_VERSION.test(version))
      const dated = found.map(async (version) => {
        const info = await stat(join(root, name, version)).catch(() => null)
        return info ? [{ version, storedAt: info.mtime }] : []
      })
      return (await Promise.all(dated)).flat()
    },
    async size(name: string): Promise<number> {
      const folder = join(root, name)
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(emptyIfMissing)
      let bytes = 0
      for (const entry of entries)
        if (entry.isFile())
          bytes += (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0
      return bytes
    },
    files: ({ name, version }: ReleaseId): Promise<string[]> => plainFilesIn(join(root, name, version)),
    read: async (release: ReleaseId, path: string): Promise<Uint8Array> =>
      readFile(join(root, pathIn(release, path))),
    /** Removes the staging folders of crashed processes, also those of `storeRelease`. */
    async removeUnfinished(before: Date): Promise<void> {
      const staged = (await foldersIn(join(root, STAGING))).map((name) => join(root, STAGING, name))
      for (const name of await foldersIn(root)) {
        if (!RELEASE_NAME.test(name)) continue
        const hidden = (await foldersIn(join(root, name))).filter((version) => version.startsWith('.'))
        staged.push(...hidden.map((version) => join(root, name, version)))
      }
      for (const folder of staged) {
        const info = await stat(folder).catch(() => null)
        if (info && info.mtime < before) await rm(folder, { recursive: true, force: true })
      }
    },
    readIndex: () => readFile(join(root, START_PAGE), 'utf8').catch(() => null),
    async writeIndex(html: string): Promise<void> {
      const staging = await newStagingPath()
      try {
        await writeSynced(staging, html)
        await rename(staging, join(root, START_PAGE))
      } finally {
        await rm(staging, { force: true })
      }
    },
    /** Writes and removes a file: a full disk is found before a deploy. */
    async health(): Promise<void> {
      const probe = await newStagingPath()
      try {
        await writeSynced(probe, randomBytes(PROBE_BYTES))
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}
