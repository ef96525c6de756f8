import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MAX_RELEASE_BYTES, MAX_RELEASE_FILES, type RemoteDeclaration } from '@propsight/shared/contracts'
import { filesOf } from '../../federation/release-file.ts'
import { failed } from '../failure.ts'

/** A built folder in memory, ready to be checked and uploaded. */
export interface BuiltRelease {
  name: string
  version: string
  /** remote.json; null for the shell. */
  declaration: RemoteDeclaration | null
  files: Map<string, Uint8Array>
  /** The shell's first-paint files; undefined for a remote, whose manifest names them. */
  preload: string[] | undefined
  /** Path of the folder, for output. */
  folder: string
}

/**
 * Reads every file of a built folder that belongs to its release.
 * @param leaveOut pattern of the paths to exclude
 * @throws CommandFailure when the folder is empty or exceeds the limits of a release
 */
export function readFiles(dist: string, leaveOut?: RegExp): Map<string, Uint8Array> {
  const paths = filesOf(dist).filter((path) => !leaveOut?.test(path))
  if (paths.length === 0) throw failed(`${dist} holds no files`)
  if (paths.length > MAX_RELEASE_FILES)
    throw failed(`${dist} holds ${paths.length} files; a release has at most ${MAX_RELEASE_FILES}`)
  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(dist, path)).size, 0)
  if (bytes > MAX_RELEASE_BYTES)
    throw failed(
      `${dist} holds ${Math.ceil(bytes / 1_000_000)} MB; a release has at most ${MAX_RELEASE_BYTES / 1_000_000}`,
    )
  return new Map(paths.map((path) => [path, readFileSync(join(dist, path))]))
}
