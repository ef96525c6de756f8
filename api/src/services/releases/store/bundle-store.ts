import { open, readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { createBundleFolder, type ReleaseFiles } from './folder.ts'
import { BUNDLE_PATH, CONTENT_TYPES, type ReleaseId } from './paths.ts'

const MAX_REMEMBERED_FILES = 2_000
const MAX_REMEMBERED_TEXTS = 100

interface BundleVariant {
  size: number
  /** The bytes, or null where the release was removed since it was found. */
  open(): Promise<Readable | null>
}

interface BundleFile {
  contentType: string
  plain: BundleVariant
  br: BundleVariant | null
  gzip: BundleVariant | null
}

/** Where the files of releases lie. Says nothing about which of them is live; any object storage can fill it. */
export interface BundleStore {
  /** The published file at `name/version/path`, or null. Never leaves the store, whatever the path says. */
  find(path: string): Promise<BundleFile | null>
  /** A release's text file (page, manifest), which need not be one that is served. @throws when there is none */
  readText(name: string, version: string, path: string): Promise<string>
  /**
   * Puts a whole release there with its compressed variants: readers find all of it or nothing, also when the process
   * is killed or the disk is full. `there` where the very same files are there already.
   * @throws BundleConflict where other files are; Error where a path is none, or the files could not be written
   */
  put(release: ReleaseId, files: ReleaseFiles): Promise<'stored' | 'there'>
  /** A release's files, without compressed variants; none where it is not there. */
  files(release: ReleaseId): Promise<string[]>
  /** The bytes of one of them. @throws when there is none */
  read(release: ReleaseId, path: string): Promise<Uint8Array>
  /** Names that have releases here. */
  names(): Promise<string[]>
  versions(name: string): Promise<{ version: string; storedAt: Date }[]>
  /** What everything of a name takes, compressed variants and unfinished uploads included, in bytes. */
  size(name: string): Promise<number>
  /**
   * Harmless where it is not there.
   * @param isWanted asked once nobody can find the release any more: whoever publishes it from then on stores it anew,
   *   and whoever counted on it before gets it back. It comes back where this fails, too
   */
  remove(release: ReleaseId, isWanted?: () => Promise<boolean>): Promise<void>
  /** Removes what died on its way into the store before then. */
  removeUnfinished(before: Date): Promise<void>
  /** Puts the page at the top of the store that starts the shell while the API is away, whole at every moment. */
  writeIndex(html: string): Promise<void>
  /** That page, or null. It changes: never remembered. */
  readIndex(): Promise<string | null>
  /** @throws Error where nothing could be stored */
  health(): Promise<void>
}

/** A map that forgets what came first once it is full. */
function remember<T>(map: Map<string, T>, key: string, value: T, most: number) {
  const oldest = map.size >= most ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}

/**
 * The bundle store in a local folder, `<folder>/<name>/<version>/…`. Releases never change, so files that were found
 * once are remembered until they are removed.
 */
export function createBundleStore(folder: string): BundleStore {
  const root = resolve(folder)
  const written = createBundleFolder(root)
  const found = new Map<string, BundleFile>()
  const texts = new Map<string, string>()

  const locate = async (path: string): Promise<{ file: string; size: number } | null> => {
    try {
      // Links may not lead out of the folder either.
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
        const handle = await open(located.file, 'r').catch(() => null)
        // Another process may have removed it.
        if (!handle) found.delete(owner)
        return handle?.createReadStream() ?? null
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
    ...written,
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
      await written.remove(release, isWanted)
      const prefix = `${release.name}/${release.version}/`
      for (const remembered of [found, texts])
        for (const path of remembered.keys()) if (path.startsWith(prefix)) remembered.delete(path)
    },
  }
}
