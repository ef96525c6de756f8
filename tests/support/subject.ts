import { resolve } from 'node:path'
import type { Placement } from '@propsight/shared/contracts'
import { readRelease } from '@propsight/tools/testing'
import type { Container } from '../fixtures/faulty/containers.ts'
import { type Described, describeRelease, readFiles, relabel, type ServedRelease } from './remote-files.ts'

/** The remote that the fault suite breaks: a tab of its own, which the product does not have. */
const NAME = 'pitchers'
export const SUBJECT: Placement & { mount: 'tab' } = {
  mount: 'tab',
  path: '/subject',
  title: 'Subject',
  order: 30,
}
/** What its good releases show. */
export const SUBJECT_HEADING = "Today's Pitchers"

const MANIFEST = 'mf-manifest.json'
const BUILT = resolve(import.meta.dirname, '../../remotes', NAME, 'dist')

const built = (() => {
  const release = readRelease(BUILT)
  if (!release) throw new Error(`${BUILT} holds no release: build it first`)
  return { mark: release.version.replace(/^.*-/, ''), files: readFiles(BUILT) }
})()

/** A release of the built remote that works; every mark of eight letters makes another one. */
const goodRelease = (mark: string): ServedRelease =>
  describeRelease({
    name: NAME,
    version: `0.1.0-${mark}`,
    placement: SUBJECT,
    files: relabel(built.files, built.mark, mark),
  })

/** The newest release and the one before it, both whole. */
export const newest = (): ServedRelease => goodRelease('newest00')
export const before = (): ServedRelease => goodRelease('before00')

/** A release that is one hand-written container, described by a manifest as the house's builds are. */
export function handWritten(container: Container, more: Partial<Described> = {}): ServedRelease {
  const { version = '0.1.0-broken00' } = more
  // Of its own for each release: the federation runtime takes a global that is there already for the container.
  const global = `subject_${version.replace(/^.*-/, '')}`
  const manifest = {
    metaData: { globalName: global, remoteEntry: { name: 'entry.js', path: '' } },
    exposes: [{ path: './remote' }],
  }
  return describeRelease({
    name: NAME,
    version,
    placement: SUBJECT,
    files: new Map([
      ['entry.js', Buffer.from(container(global, NAME))],
      [MANIFEST, Buffer.from(JSON.stringify(manifest))],
    ]),
    ...more,
  })
}

/** What the registry says of a release that browsers can fall back from. */
export function withFallback(release: ServedRelease, fallback: ServedRelease): ServedRelease {
  return { ...release, entry: { ...release.entry, fallback: fallback.entry } }
}
