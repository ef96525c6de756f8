import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import { findApps, precompress, readRelease, writeRelease } from '@propsight/tools/testing'
import type { Edit } from './one-bundle.ts'

const CODE = /\.(js|css|json)$/
const HASH = /[0-9a-f]{8}$/
/** As long as the hash of a version, so that the size of the files stays the same. */
const NEXT_HASH = '0badc0de'

/** The edit of the remote that is deployed between two visits. */
export const EDIT: Edit & { remote: string } = {
  remote: 'analysis',
  file: /analysis\/src\/app\/empty-states\.tsx$/,
  from: 'Get Started',
  to: 'Get Started here',
}

export interface NextRelease {
  /** The built folder, in a temporary folder of its own. */
  dist: string
  release: Release
}

/**
 * The release of a remote after an edit of its source. It is derived from the built files, because a second build
 * gives the same: every file contains the hash of the version, in the names of its globals and classes.
 */
export async function buildNextRelease({ remote, from, to }: typeof EDIT): Promise<NextRelease> {
  const app = findApps().find(({ name }) => name === remote)
  const built = app && readRelease(join(app.folder, 'dist'))
  if (!built) throw new Error(`${remote} is not built: run the build first`)
  const hash = HASH.exec(built.version)?.[0]
  if (!hash) throw new Error(`the version ${built.version} has no hash`)
  const version = built.version.replace(HASH, NEXT_HASH)
  const dist = join(mkdtempSync(join(tmpdir(), 'propsight-next-release-')), 'dist')
  cpSync(join(app.folder, 'dist'), dist, { recursive: true })
  let edited = 0
  for (const file of Object.keys(built.integrity)) {
    if (!CODE.test(file)) continue
    const path = join(dist, file)
    const code = readFileSync(path, 'utf8')
    if (code.includes(from)) edited += 1
    writeFileSync(path, code.replaceAll(hash, NEXT_HASH).replace(from, to))
  }
  if (edited === 0) throw new Error(`no file of ${remote} contains '${from}'`)
  await precompress(dist)
  return { dist, release: await writeRelease(app, dist, version) }
}
