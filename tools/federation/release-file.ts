import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Release, releaseSchema } from '@propsight/shared/contracts'
import { deriveRelease, MANIFEST_FILE } from '@propsight/shared/release'
import * as z from 'zod'
import type { App } from './apps.ts'

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
export const readFilesOf = (dist: string): Map<string, Uint8Array> =>
  new Map(filesOf(dist).map((file) => [file, readFileSync(join(dist, file))]))

export const integrityOf = (file: string): string =>
  `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** The files that the page needs before its first paint, from the shell's build. */
const firstPaint = (dist: string): string[] =>
  z.array(z.string()).parse(JSON.parse(readFileSync(join(dist, FIRST_PAINT_FILE), 'utf8')))

/**
 * Describes a built folder as an immutable release and writes the description to its `release.json`.
 * @throws ReleaseError when the registry would refuse the release, Error when the build is incomplete
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
