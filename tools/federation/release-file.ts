import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Release, releaseSchema } from '@propsight/shared/contracts'
import { deriveRelease, MANIFEST_FILE } from '@propsight/shared/release'
import * as z from 'zod'
import type { App } from './apps.ts'

export const RELEASE_FILE = 'release.json'
/** Written beside the release for whoever weighs it: the files of the first paint. */
export const FIRST_PAINT_FILE = 'first-paint.json'
/** The federation plugin's own statistics, which tell about sources and nobody reads. */
const STATS_FILE = 'mf-stats.json'
const COMPRESSED = /\.(br|gz)$/
const BESIDE_THE_FILES = new Set([RELEASE_FILE, FIRST_PAINT_FILE, STATS_FILE])

/** Every file of a built folder, relative with forward slashes; compressed siblings are not files of their own. */
export const filesOf = (dist: string): string[] =>
  readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !COMPRESSED.test(file) && !BESIDE_THE_FILES.has(file))
    .sort()

/** The same in memory, as the checks and a deploy take them. */
export const readFilesOf = (dist: string): Map<string, Uint8Array> =>
  new Map(filesOf(dist).map((file) => [file, readFileSync(join(dist, file))]))

export const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** What the page needs before it paints, which the shell's build alone knows. */
const firstPaint = (dist: string): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(join(dist, FIRST_PAINT_FILE), 'utf8')))

/**
 * Describes a built folder as an immutable release and writes it there as `release.json`.
 * @throws ReleaseError where the release would not be one that the registry takes, Error where the build is not whole
 */
export async function writeRelease(app: App, dist: string, version: string): Promise<Release> {
  const { declaration } = app
  const files = readFilesOf(dist)
  if (declaration && !declaration.container && !files.has(MANIFEST_FILE))
    throw new Error(`${app.name}: the build wrote no ${MANIFEST_FILE}`)
  const preload = declaration ? undefined : firstPaint(dist)
  const release = await deriveRelease({ declaration, version, files, preload })
  writeFileSync(join(dist, RELEASE_FILE), `${JSON.stringify(release, null, 2)}\n`)
  return release
}

/** The release that lies in a built folder, or null where there is none that can be read. */
export function readRelease(dist: string): Release | null {
  const file = join(dist, RELEASE_FILE)
  if (!existsSync(file)) return null
  try {
    return releaseSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
