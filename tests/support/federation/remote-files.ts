import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Placement, RegistryEntry } from '@propsight/shared/contracts'

/** Files of one release by their path relative to its folder. */
export type RemoteFiles = ReadonlyMap<string, Buffer>

/** A release that a test serves itself: its registry entry and its files. */
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
 * Derives another release from a build by replacing its mark. The names that differ between two builds
 * (container, chunk register, class names) then differ without a second build.
 * @param from the mark of the release in paths and contents
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
  /** For a build without a manifest: file and global name of the container. */
  container?: { file: string; global: string } | undefined
}

/** Builds the registry entry of a release, without an inlined manifest. */
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
