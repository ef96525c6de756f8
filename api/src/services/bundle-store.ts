import { readFile, realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/** The kinds of file that a release may hold, and how they are sent. Pages are not among them: the API renders it. */
const CONTENT_TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
}
const MAX_REMEMBERED_FILES = 2_000
const MAX_REMEMBERED_TEXTS = 100
/** `name/version/file…`: plain segments that do not begin with a dot. */
const PATH = /^[a-z][a-z0-9-]{0,30}\/\d[\w.-]{0,60}(\/[\w~][\w.~-]{0,120}){1,8}$/

interface BundleVariant {
  file: string
  size: number
}

interface BundleFile {
  contentType: string
  plain: BundleVariant
  br: BundleVariant | null
  gzip: BundleVariant | null
}

export interface BundleStore {
  /** The published file at `name/version/path`, or null. Never leaves the folder, whatever the path says. */
  find(path: string): Promise<BundleFile | null>
  /** A release's text file (page, manifest), which need not be one that is served. @throws when there is none */
  readText(name: string, version: string, path: string): Promise<string>
}

/**
 * The releases of shell and remotes in a local folder, `<folder>/<name>/<version>/…`. Releases never change, so files
 * that were found once are remembered.
 */
export function createBundleStore(folder: string): BundleStore {
  const root = resolve(folder)
  const found = new Map<string, BundleFile>()
  const texts = new Map<string, string>()

  const variant = async (path: string): Promise<BundleVariant | null> => {
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

  return {
    async find(path) {
      const known = found.get(path)
      if (known) return known
      const contentType = CONTENT_TYPES[/\.([a-z0-9]+)$/.exec(path)?.[1] ?? '']
      if (!contentType || !PATH.test(path)) return null
      const [plain, br, gzip] = await Promise.all([
        variant(path),
        variant(`${path}.br`),
        variant(`${path}.gz`),
      ])
      if (!plain) return null
      const entry = { contentType, plain, br, gzip }
      if (found.size < MAX_REMEMBERED_FILES) found.set(path, entry)
      return entry
    },
    async readText(name, version, path) {
      const relative = `${name}/${version}/${path}`
      const known = texts.get(relative)
      if (known !== undefined) return known
      const file = PATH.test(relative) ? await variant(relative) : null
      if (!file) throw new Error(`the store has no ${relative}`)
      const text = await readFile(file.file, 'utf8')
      if (texts.size < MAX_REMEMBERED_TEXTS) texts.set(relative, text)
      return text
    },
  }
}
