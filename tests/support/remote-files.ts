import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Placement, RegistryEntry } from '@propsight/shared/contracts'

/** Files of one release by their path below its folder. */
export type RemoteFiles = ReadonlyMap<string, Buffer>

/** A release that a test serves by itself: what the registry says of it, and its files. */
export interface ServedRelease {
  entry: RegistryEntry
  files: RemoteFiles
}

const NOT_SERVED = /(\.(br|gz)|(^|\/)(release|mf-stats|first-paint)\.json)$/
const RUNS_OR_STYLES = /\.(js|css)$/
const MANIFEST = 'mf-manifest.json'

export const readFiles = (folder: string): RemoteFiles =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !NOT_SERVED.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(folder, path), readFileSync(path)]),
  )

/**
 * The same build under another name of its release: what a second build of changed sources would differ in (container,
 * chunk register, class names), without building it.
 * @param from a word that marks the release wherever it stands
 */
export const relabel = (files: RemoteFiles, from: string, to: string): RemoteFiles =>
  new Map(
    [...files].map(([path, bytes]) => [
      path.replaceAll(from, to),
      Buffer.from(bytes.toString('utf8').replaceAll(from, to)),
    ]),
  )

export const sha384 = (bytes: Buffer): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`

export interface Described {
  name: string
  version: string
  placement: Placement
  files: RemoteFiles
  contract?: string
  /** Where the build writes no manifest: the container's file and global name. */
  container?: { file: string; global: string } | undefined
}

/** What the registry would say of a release, without an inlined manifest. */
export function describeRelease(release: Described): ServedRelease {
  const { name, version, placement, files, contract = '1.0', container } = release
  const hashed = [...files].filter(([path]) => RUNS_OR_STYLES.test(path) || path === MANIFEST)
  return {
    files,
    entry: {
      name,
      version,
      contract,
      placement,
      entry: container?.file ?? MANIFEST,
      globalName: container?.global ?? null,
      shared: [],
      integrity: Object.fromEntries(hashed.map(([path, bytes]) => [path, sha384(bytes)])),
      preload: [...files.keys()].filter((path) => RUNS_OR_STYLES.test(path)),
      size: [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0),
      base: `/bundles/${name}/${version}/`,
    },
  }
}
