import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findApps, readRelease } from '@propsight/tools/testing'

export interface Egress {
  readonly name: string
  readonly files: number
  /** Transfer size of all files: brotli if available. */
  readonly bytes: number
}

/**
 * Computes the transfer size of each release for a browser with an empty cache. With a warm cache it is zero:
 * versions are immutable and cached for a year.
 */
export function bundleEgress(): Egress[] {
  return findApps().flatMap(({ folder }) => {
    const dist = join(folder, 'dist')
    const release = readRelease(dist)
    if (!release) return []
    const files = Object.keys(release.integrity)
    const sizeOf = (file: string) => {
      const path = join(dist, file)
      return statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size
    }
    return [
      { name: release.name, files: files.length, bytes: files.reduce((sum, file) => sum + sizeOf(file), 0) },
    ]
  })
}
