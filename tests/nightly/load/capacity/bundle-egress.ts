import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findApps, readRelease } from '@propsight/tools/testing'

export interface Egress {
  readonly name: string
  readonly files: number
  /** Of all its files, as a browser of today gets them: brotli where that is smaller. */
  readonly bytes: number
}

/**
 * What the files of each release weigh on the way to a visitor who has none of them. A visitor who has them fetches
 * none: versions are immutable, and are kept for a year.
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
