import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Release } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type App, integrityOf, readRelease } from './apps.ts'
import { precompress, writeRelease } from './build-apps.ts'
import { publishBuilds, storeRelease } from './publish.ts'

let folder: string
let dist: string
let bundles: string
let app: App

const CHUNK = 'static/js/async/chunk.js'
const STYLE = 'static/css/chunk.css'
const manifest = {
  metaData: { globalName: 'alpha_abcdef12', remoteEntry: { name: 'static/js/remote-entry.js', path: '' } },
  exposes: [{ path: './remote', assets: { js: { sync: [CHUNK] }, css: { sync: [STYLE] } } }],
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'propsight-publish-'))
  dist = join(folder, 'dist')
  bundles = join(folder, 'bundles')
  for (const path of ['static/js/async', 'static/css']) mkdirSync(join(dist, path), { recursive: true })
  writeFileSync(join(dist, 'mf-manifest.json'), JSON.stringify(manifest))
  writeFileSync(join(dist, 'static/js/remote-entry.js'), 'var alpha = 1;'.repeat(200))
  writeFileSync(join(dist, CHUNK), 'var chunk = 1')
  writeFileSync(join(dist, STYLE), '.a{}')
  writeFileSync(join(dist, 'picture.svg'), '<svg/>')
  const declaration = {
    name: 'alpha',
    contract: '1.0',
    placement: { mount: 'overlay', title: 'Alpha' },
  } as const
  app = { name: 'alpha', folder, declaration }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('F1 writeRelease', () => {
  it('lists the hashes of the manifest, scripts and styles, and the preload files', async () => {
    await precompress(dist)
    const release = await writeRelease(app, dist, '1.0.0-abcdef12')
    expect(Object.keys(release.integrity).sort()).toEqual(
      ['mf-manifest.json', STYLE, CHUNK, 'static/js/remote-entry.js'].sort(),
    )
    for (const [file, hash] of Object.entries(release.integrity))
      expect(hash).toBe(integrityOf(join(dist, file)))
    expect(release.preload).toEqual(['static/js/remote-entry.js', CHUNK, STYLE])
    expect(existsSync(join(dist, 'static/js/remote-entry.js.br'))).toBe(true)
    expect(readRelease(dist)).toEqual(release)
  })
  it('refuses an invalid version', async () => {
    await expect(writeRelease(app, dist, '../1')).rejects.toThrow(/makes no release: version/)
    expect(readRelease(dist)).toBeNull()
  })
})

describe('F2 publishing', () => {
  const published: Release[] = []
  const publish = async (release: Release) => void published.push(release)
  beforeEach(async () => {
    published.length = 0
    await writeRelease(app, dist, '1.0.0-abcdef12')
  })

  it('stores the complete release in its own folder before it is published', async () => {
    await publishBuilds({
      bundlesDir: bundles,
      apps: [app],
      publish: async (release) => {
        expect(existsSync(join(bundles, 'alpha', release.version, CHUNK))).toBe(true)
        await publish(release)
      },
    })
    expect(published.map(({ name, version }) => `${name}@${version}`)).toEqual(['alpha@1.0.0-abcdef12'])
    expect(readdirSync(join(bundles, 'alpha'))).toEqual(['1.0.0-abcdef12'])
  })
  it('passes the files to an external store and publishes nothing when the store refuses', async () => {
    const received: string[] = []
    const put = async ({ version }: Release, files: ReadonlyMap<string, Uint8Array>) =>
      received.push(version, ...files.keys())
    await publishBuilds({ bundlesDir: bundles, put, apps: [app], publish })
    expect(received.slice(0, 1)).toEqual(['1.0.0-abcdef12'])
    expect(received.slice(1).sort()).toEqual(
      ['mf-manifest.json', STYLE, CHUNK, 'picture.svg', 'static/js/remote-entry.js'].sort(),
    )
    published.length = 0
    const full = () => Promise.reject(new Error('full'))
    await expect(publishBuilds({ bundlesDir: bundles, put: full, apps: [app], publish })).rejects.toThrow(
      'full',
    )
    expect(published).toEqual([])
  })
  it('stores compressed files and omits build statistics', async () => {
    writeFileSync(join(dist, 'mf-stats.json'), '{}')
    await precompress(dist)
    storeRelease(dist, bundles)
    const stored = join(bundles, 'alpha/1.0.0-abcdef12')
    expect(existsSync(join(stored, 'static/js/remote-entry.js.gz'))).toBe(true)
    expect(existsSync(join(stored, 'release.json'))).toBe(true)
    expect(existsSync(join(stored, 'mf-stats.json'))).toBe(false)
  })
  it('can be repeated without an error', async () => {
    for (let time = 0; time < 2; time++) await publishBuilds({ bundlesDir: bundles, apps: [app], publish })
    expect(published).toHaveLength(2)
  })
  it('refuses different files under a published version', async () => {
    storeRelease(dist, bundles)
    const stored = join(bundles, 'alpha/1.0.0-abcdef12', CHUNK)
    const before = readFileSync(stored, 'utf8')
    writeFileSync(join(dist, CHUNK), 'var chunk = 2')
    expect(() => storeRelease(dist, bundles)).toThrow(/is not the file that was released/)
    await writeRelease(app, dist, '1.0.0-abcdef12')
    expect(() => storeRelease(dist, bundles)).toThrow(
      /is not the file that was released, and the stored files have another description/,
    )
    expect(readFileSync(stored, 'utf8')).toBe(before)
  })
  it.each([
    ['modified', (file: string) => appendFileSync(file, ' ')],
    ['emptied', (file: string) => writeFileSync(file, '')],
    ['missing', (file: string) => rmSync(file)],
    [
      'replaced by a folder',
      (file: string) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
  ])('quarantines a stored release with a %s file, and stores it again', async (_, damage) => {
    storeRelease(dist, bundles)
    const stored = join(bundles, 'alpha/1.0.0-abcdef12', CHUNK)
    damage(stored)
    const damages: string[] = []
    const onDamage = (_release: unknown, text: string) => damages.push(text)
    await publishBuilds({ bundlesDir: bundles, apps: [app], publish, onDamage })
    expect(published).toHaveLength(1)
    expect(damages).toEqual([`alpha 1.0.0-abcdef12: ${CHUNK} is not the file that was released`])
    expect(readFileSync(stored, 'utf8')).toBe('var chunk = 1')
    expect(readdirSync(join(bundles, 'alpha')).filter((name) => name.startsWith('.damaged-'))).toHaveLength(1)
  })
  it.each([
    ['a file that was modified', () => appendFileSync(join(dist, CHUNK), ' ')],
    ['no description', () => rmSync(join(dist, 'release.json'))],
    ['an unreadable description', () => writeFileSync(join(dist, 'release.json'), '{')],
  ])('leaves out a build with %s, and publishes the others', async (_, damage) => {
    const other = { ...app, name: 'beta', folder: join(folder, 'beta') }
    cpSync(dist, join(other.folder, 'dist'), { recursive: true })
    damage()
    const damaged: string[] = []
    const onDamage = ({ name }: { name: string }) => damaged.push(name)
    await publishBuilds({ bundlesDir: bundles, apps: [app, other], publish, onDamage })
    expect(published).toHaveLength(1)
    expect(damaged).toEqual(['alpha'])
  })
  it('requires a build first', () => {
    rmSync(join(dist, 'release.json'))
    expect(() => storeRelease(dist, bundles)).toThrow(/build it first/)
  })
})
