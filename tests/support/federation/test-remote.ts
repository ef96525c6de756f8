import { resolve } from 'node:path'
import type { Placement } from '@propsight/shared/contracts'
import { readRelease } from '@propsight/tools/testing'
import type { Container } from '../../fixtures/faulty-containers.ts'
import { type Described, describeRelease, readFiles, relabel, type ServedRelease } from './remote-files.ts'

/** The remote that the fault suite breaks, in a tab that the product itself does not have. */
const NAME = 'pitchers'
export const TEST_PLACEMENT: Placement & { mount: 'tab' } = {
  mount: 'tab',
  path: '/subject',
  title: 'Subject',
  order: 30,
}
/** Heading of a working release. */
export const TEST_HEADING = "Today's Pitchers"

const MANIFEST = 'mf-manifest.json'
const BUILT = resolve(import.meta.dirname, '../../../remotes', NAME, 'dist')

function readBuiltRemote() {
  const release = readRelease(BUILT)
  if (!release) throw new Error(`${BUILT} holds no release: build it first`)
  return { mark: release.version.replace(/^.*-/, ''), files: readFiles(BUILT) }
}
const built = readBuiltRemote()

/** Derives a working release from the built remote. @param mark eight characters that identify the release */
const goodRelease = (mark: string): ServedRelease =>
  describeRelease({
    name: NAME,
    version: `0.1.0-${mark}`,
    placement: TEST_PLACEMENT,
    files: relabel(built.files, built.mark, mark),
  })

/** Two working releases: the newest and the previous one. */
export const newestRelease = (): ServedRelease => goodRelease('newest00')
export const previousRelease = (): ServedRelease => goodRelease('before00')

/**
 * Builds a release that consists of one hand-written container, with a manifest like those of the project's
 * builds.
 */
export function releaseOfContainer(container: Container, more: Partial<Described> = {}): ServedRelease {
  const { version = '0.1.0-broken00' } = more
  // Unique per release: the federation runtime reuses an existing global of this name as the container.
  const global = `subject_${version.replace(/^.*-/, '')}`
  const manifest = {
    metaData: { globalName: global, remoteEntry: { name: 'entry.js', path: '' } },
    exposes: [{ path: './remote' }],
  }
  return describeRelease({
    name: NAME,
    version,
    placement: TEST_PLACEMENT,
    files: new Map([
      ['entry.js', Buffer.from(container(global, NAME))],
      [MANIFEST, Buffer.from(JSON.stringify(manifest))],
    ]),
    ...more,
  })
}

/** Adds a fallback release to the registry entry of a release. */
export function addFallback(release: ServedRelease, fallback: ServedRelease): ServedRelease {
  return { ...release, entry: { ...release.entry, fallback: fallback.entry } }
}
