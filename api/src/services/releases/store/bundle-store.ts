import { open, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import { createBundleFolder, type ReleaseFiles } from './bundle-folder.ts'
import { BUNDLE_PATH, CONTENT_TYPES, type ReleaseId } from './paths.ts'

const MAX_REMEMBERED_FILES = 2_000
const MAX_REMEMBERED_TEXTS = 100
/** Total size of the files in memory: those of a few releases. */
const MAX_REMEMBERED_BYTES = 64_000_000
/**
 * Larger files are streamed from the disk. A response that is being written keeps its bytes in memory also after
 * the cache dropped them, so this bounds what slow readers of many files can hold.
 */
export const MAX_FILE_IN_MEMORY_BYTES = 1_000_000

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

/**
 * Storage of release files, in a local folder or in object storage. It does not know which release is live.
 */
export interface BundleStore {
  /** The published file at `name/version/path`, or null. No path can reach a file outside of the store. */
  find(path: string): Promise<BundleFile | null>
  /**
   * A text file of a release (page, manifest), also of a type that is not served.
   * @throws Error if there is none
   */
  readText(name: string, version: string, path: string): Promise<string>
  /**
   * Stores a release with its compressed variants. Atomic: readers find all files or none, also when the
   * process is killed or the disk is full. Returns `there` if the same files are already stored.
   * @throws BundleConflict if the version has other files; Error for an invalid path or a failed write
   */
  put(release: ReleaseId, files: ReleaseFiles): Promise<'stored' | 'there'>
  /** Paths of a release's files, without compressed variants; empty if the release is not stored. */
  files(release: ReleaseId): Promise<string[]>
  /** The bytes of one file. @throws Error with the code ENOENT if there is none */
  read(release: ReleaseId, path: string): Promise<Uint8Array>
  /** Names of the remotes with stored releases. */
  names(): Promise<string[]>
  versions(name: string): Promise<{ version: string; storedAt: Date }[]>
  /** Size of all files of a remote in bytes, including compressed variants and unfinished uploads. */
  size(name: string): Promise<number>
  /**
   * Removes a release; no error if it is not stored.
   * @param isWanted called when readers can no longer find the release. If it returns true or fails, the
   *   release is restored. A deploy that starts after this point stores the files again, so no published
   *   release loses its files
   */
  remove(release: ReleaseId, isWanted?: () => Promise<boolean>): Promise<void>
  /** Removes the files of uploads that were aborted before this time. */
  removeUnfinished(before: Date): Promise<void>
  /**
   * Replaces the static page at the top of the store atomically. It starts the shell while the API is
   * unavailable.
   */
  writeIndex(html: string): Promise<void>
  /** The static page, or null. Not cached, because it changes. */
  readIndex(): Promise<string | null>
  /** @throws Error if the store is not writable */
  health(): Promise<void>
}

/** Adds an entry to a bounded map; a full map drops its oldest entry. */
function remember<T>(map: Map<string, T>, key: string, value: T, limit: number) {
  const oldest = map.size >= limit ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

/**
 * The bundle store in a local folder, `<folder>/<name>/<version>/…`. Releases never change, so found files
 * are cached until they are removed.
 */
export function createFolderBundleStore(folder: string): BundleStore {
  const root = resolve(folder)
  const folderOperations = createBundleFolder(root)
  const found = new Map<string, BundleFile>()
  const texts = new Map<string, string>()
  /** Parallel requests for a file read it once. */
  const contents = new LRUCache<string, Uint8Array, string>({
    maxSize: MAX_REMEMBERED_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
    // A read whose entry was evicted still has a caller.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: file }) => readFile(file),
  })
  const openFile = async (file: string, size: number): Promise<Uint8Array | Readable | null> => {
    if (size > MAX_FILE_IN_MEMORY_BYTES) return (await open(file, 'r')).createReadStream()
    const info = await stat(file)
    // A version that was removed may be stored again with other files.
    if (info.size !== size) return null
    return (await contents.fetch(`${file} ${size} ${info.mtimeMs}`, { context: file })) ?? null
  }

  const locate = async (path: string): Promise<{ file: string; size: number } | null> => {
    try {
      // Symbolic links must not lead out of the folder either.
      const [file, base] = await Promise.all([realpath(join(root, path)), realpath(root)])
      if (!file.startsWith(base + sep)) return null
      const info = await stat(file)
      return info.isFile() ? { file, size: info.size } : null
    } catch {
      return null
    }
  }
  const variant = async (path: string, owner = path): Promise<BundleVariant | null> => {
    const located = await locate(path)
    if (!located) return null
    return {
      size: located.size,
      async open() {
        const { file, size } = located
        const body = await openFile(file, size).catch(() => null)
        // Another process may have removed it.
        if (!body) found.delete(owner)
        return body
      },
    }
  }
  const fileAt = async (path: string, contentType: string): Promise<BundleFile | null> => {
    const [plain, br, gzip] = await Promise.all([
      variant(path),
      variant(`${path}.br`, path),
      variant(`${path}.gz`, path),
    ])
    return plain && { contentType, plain, br, gzip }
  }

  return {
    ...folderOperations,
    async find(path) {
      const known = found.get(path)
      if (known) return known
      const contentType = CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? '']
      if (!contentType || !BUNDLE_PATH.test(path)) return null
      const file = await fileAt(path, contentType)
      if (file) remember(found, path, file, MAX_REMEMBERED_FILES)
      return file
    },
    async readText(name, version, path) {
      const relative = `${name}/${version}/${path}`
      const known = texts.get(relative)
      if (known !== undefined) return known
      const located = BUNDLE_PATH.test(relative) ? await locate(relative) : null
      if (!located) throw new Error(`the store has no ${relative}`)
      const text = await readFile(located.file, 'utf8')
      remember(texts, relative, text, MAX_REMEMBERED_TEXTS)
      return text
    },
    async remove(release, isWanted) {
      await folderOperations.remove(release, isWanted)
      const prefix = `${release.name}/${release.version}/`
      for (const remembered of [found, texts])
        for (const path of remembered.keys()) if (path.startsWith(prefix)) remembered.delete(path)
    },
  }
}
