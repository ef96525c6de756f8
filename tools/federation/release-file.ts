import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { type Release, releaseSchema } from '@propsight/shared/contracts'

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
