import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { ObjectStore, StoredObject } from './object-store.ts'

/** Folder for files that are being written, on the same disk, so that moving them is atomic. */
const STAGING = '.staging'
/** Attempts to move a file while concurrent deletions remove its empty folder. */
const MOVES = 5

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
/** Of file systems without hard links, such as exFAT and some network mounts. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']
const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')
const etagOf = ({ size, mtimeMs }: Stats): string => `${size}-${mtimeMs}`

/** Syncs a folder to disk. Errors are ignored: some systems cannot sync folders and rely on their journal. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Gives a file a second name that is still free. @throws Error with the code EEXIST if it is not */
const linkOrCopy = (from: string, to: string): Promise<void> =>
  link(from, to).catch((error) =>
    NO_LINKS.includes(codeOf(error) ?? '')
      ? copyFile(from, to, constants.COPYFILE_EXCL)
      : Promise.reject(error),
  )

/** Creates a folder, and syncs those that have got a new folder. */
async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let above = dirname(folder); above.length >= dirname(first).length; above = dirname(above))
    await syncFolder(above)
}

/** Moves a file. @returns false if `condition` is not met */
async function move(from: string, to: string, condition?: 'absent'): Promise<boolean> {
  for (let left = MOVES; ; left--) {
    await createFolder(dirname(to))
    try {
      await (condition === 'absent' ? linkOrCopy(from, to) : rename(from, to))
      return true
    } catch (error) {
      if (codeOf(error) === 'EEXIST' && condition === 'absent') return false
      if (codeOf(error) !== 'ENOENT' || left === 0) throw error
    }
  }
}

/**
 * The real path of a file or a folder; null if it does not exist. Symbolic links must not lead out of the store.
 */
async function locate(root: string, path: string): Promise<string | null> {
  try {
    const [file, base] = await Promise.all([realpath(join(root, path)), realpath(root)])
    return file === base || file.startsWith(base + sep) ? file : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Opens a file; null if it does not exist. The caller closes the handle. */
async function openFile(root: string, key: string): Promise<{ handle: FileHandle; etag: string } | null> {
  const file = await locate(root, key)
  const handle =
    file && (await open(file, 'r').catch((error) => (isMissing(error) ? null : Promise.reject(error))))
  if (!handle) return null
  const info = await handle.stat()
  if (info.isFile()) return { handle, etag: etagOf(info) }
  await handle.close()
  return null
}

async function listFiles(root: string, folder: string): Promise<StoredObject[]> {
  const base = await locate(root, folder)
  if (!base) return []
  const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return []
    throw error
  })
  const described = entries
    .filter((entry) => entry.isFile())
    .map(async (entry): Promise<StoredObject[]> => {
      const file = join(entry.parentPath, entry.name)
      // Another process may have removed it.
      const info = await stat(file).catch(() => null)
      const key = folder + relative(base, file).split(sep).join('/')
      return info ? [{ key, size: info.size, at: info.mtime, etag: etagOf(info) }] : []
    })
  return (await Promise.all(described)).flat()
}

async function deleteFile(root: string, key: string): Promise<void> {
  await rm(join(root, key), { force: true })
  // Ends at the first folder that is not empty. Concurrent writes need the folder of unfinished files.
  for (let folder = dirname(join(root, key)); ![root, join(root, STAGING)].includes(folder); ) {
    if (await rmdir(folder).catch(() => true)) return
    folder = dirname(folder)
  }
}

/** The objects of a local folder, each a file. A write is on the disk when it ends. */
export function createFolderObjects(folder: string): ObjectStore {
  const root = resolve(folder)
  return {
    async put(key, bytes, _headers, condition) {
      const target = join(root, key)
      const staged = join(root, STAGING, randomUUID())
      await mkdir(dirname(staged), { recursive: true })
      try {
        await writeSynced(staged, bytes)
        const moved = await move(staged, target, condition)
        if (moved) await syncFolder(dirname(target))
        return moved
      } finally {
        await rm(staged, { force: true })
      }
    },
    async get(key) {
      const opened = await openFile(root, key)
      if (!opened) return null
      const { handle, etag } = opened
      try {
        return { bytes: await handle.readFile(), etag }
      } finally {
        await handle.close()
      }
    },
    async stream(key, etag) {
      const opened = await openFile(root, key)
      if (opened?.etag === etag) return opened.handle.createReadStream()
      await opened?.handle.close()
      return null
    },
    list: (prefix) => listFiles(root, prefix),
    delete: (key) => deleteFile(root, key),
  }
}
