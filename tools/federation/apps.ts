import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import {
  type Release,
  type RemoteDeclaration,
  releaseSchema,
  remoteDeclarationSchema,
} from '@propsight/shared/contracts'
import * as z from 'zod'

export const ROOT = resolve(import.meta.dirname, '../..')
export const SHELL = 'shell'

/** A unit that is built and released separately: the shell, or one remote. */
export interface App {
  name: string
  folder: string
  declaration: RemoteDeclaration | null
}

/** @throws ZodError when the folder's remote.json is not a valid declaration */
export const readDeclaration = (folder: string): RemoteDeclaration =>
  remoteDeclarationSchema.parse(JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8')))

/**
 * Finds the shell and every `remotes/*` that has a remote.json.
 * @throws Error when two folders declare the same name, or a remote declares 'shell'
 */
export function findApps(): App[] {
  const remotes = join(ROOT, 'remotes')
  const apps: App[] = readdirSync(remotes)
    .map((name) => join(remotes, name))
    .filter((folder) => existsSync(join(folder, 'remote.json')))
    .map((folder) => {
      const declaration = readDeclaration(folder)
      return { name: declaration.name, folder, declaration }
    })
  apps.unshift({ name: SHELL, folder: join(ROOT, SHELL), declaration: null })
  const twice = apps.find(({ name }, index) => apps.findIndex((other) => other.name === name) !== index)
  if (twice) throw new Error(`two apps are called '${twice.name}'`)
  return apps
}

export const RELEASE_FILE = 'release.json'
/** The list of the files of the first paint, written by the shell's build. */
export const FIRST_PAINT_FILE = 'first-paint.json'
/**
 * Statistics of the federation plugin. They describe the sources and are not used, so they are not published.
 */
const STATS_FILE = 'mf-stats.json'
const COMPRESSED = /\.(br|gz)$/
const NOT_RELEASED = new Set([RELEASE_FILE, FIRST_PAINT_FILE, STATS_FILE])

/** Every file of a built folder, relative with forward slashes, without compressed variants. */
export const filesOf = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !COMPRESSED.test(file) && !NOT_RELEASED.has(file))
    .sort()

/** The contents of these files by path, as the release checks and a deploy need them. */
export const readReleaseFiles = (dist: string): Map<string, Uint8Array> =>
  new Map(filesOf(dist).map((file) => [file, readFileSync(join(dist, file))]))

export const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** Reads the release.json of a built folder; null when it is missing or invalid. */
export function readRelease(dist: string): Release | null {
  const file = join(dist, RELEASE_FILE)
  if (!existsSync(file)) return null
  try {
    return releaseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** @returns the first file that is missing, unreadable or different from the release's hash, or null */
export function findDamagedFile(folder: string, release: Release): string | null {
  const isWhole = (file: string, expected: string) => {
    try {
      return integrityOf(join(folder, file)) === expected
    } catch {
      return false
    }
  }
  return Object.entries(release.integrity).find((entry) => !isWhole(...entry))?.[0] ?? null
}

const NOT_BUILT = /(\.(test|spec)\.tsx?|\.md)$/
const NOT_ENTERED = new Set(['node_modules', 'dist', 'testing', 'dev'])

function listInputs(path: string): string[] {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return []
  if (info.isFile()) return NOT_BUILT.test(path) ? [] : [path]
  if (NOT_ENTERED.has(basename(path))) return []
  return readdirSync(path)
    .sort()
    .flatMap((name) => listInputs(join(path, name)))
}

const packageJson = z.object({ version: z.string().default('0.0.0') })

/**
 * The version that a build of the folder gets: the package's version and 8 hex digits of a hash over all
 * inputs (its sources, the shared package, the lockfile and these build scripts). Equal inputs give the same
 * release.
 */
export function buildVersion(folder: string, mode = 'production'): string {
  const common = ['shared/src', 'shared/package.json', 'pnpm-lock.yaml', 'tools/federation']
  const inputs = [folder, ...common.map((path) => join(ROOT, path))].flatMap(listInputs)
  const hash = createHash('sha256').update(mode)
  // Paths are relative to the app, so that a moved folder gives the same release.
  const named = (file: string) => relative(file.startsWith(folder + sep) ? folder : ROOT, file)
  for (const file of inputs) hash.update(`\0${named(file)}\0`).update(readFileSync(file))
  const { version } = packageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return `${version}-${hash.digest('hex').slice(0, 8)}`
}
