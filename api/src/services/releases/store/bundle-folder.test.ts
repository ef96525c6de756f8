import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BundleConflict } from './bundle-folder.ts'
import { createFolderBundleStore } from './bundle-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'propsight-store-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const CODE = 'export const alpha = 1;\n'.repeat(200)
const bytes = (content: string) => new TextEncoder().encode(content)
const release = { name: 'picks', version: '1.0.0-abc' }
const files = (more: Record<string, string> = {}) =>
  new Map(
    Object.entries({ 'static/js/a.js': CODE, 'mf-manifest.json': '{}', ...more }).map(([path, content]) => [
      path,
      bytes(content),
    ]),
  )
const everything = async () => (await readdir(folder, { recursive: true })).sort()

describe('F1 the folder bundle store', () => {
  it('accepts the same release again, also in parallel, and refuses other files for its version', async () => {
    const store = createFolderBundleStore(folder)
    const answers = await Promise.all([1, 2, 3].map(() => store.put(release, files())))
    expect(answers.sort()).toEqual(['stored', 'there', 'there'])
    const before = await everything()
    for (const other of [files({ 'static/js/a.js': 'tampered' }), files({ 'more.js': '1' })])
      await expect(store.put(release, other)).rejects.toThrow(BundleConflict)
    expect(await everything()).toEqual(before)
    expect(await store.readText('picks', release.version, 'static/js/a.js')).toBe(CODE)
  })

  it('accepts a release that a local build wrote', async () => {
    const target = join(folder, 'picks', release.version)
    await mkdir(join(target, 'static/js'), { recursive: true })
    for (const [path, content] of [...files(), ['release.json', bytes('{}')] as const])
      await writeFile(join(target, path), content)
    expect(await createFolderBundleStore(folder).put(release, files())).toBe('there')
  })

  it('shows nothing of a release whose write failed', async () => {
    const store = createFolderBundleStore(folder)
    // A name that is both a file and a folder makes the write fail midway.
    await expect(store.put(release, files({ 'static/js/a.js/b.js': '1' }))).rejects.toThrow()
    expect(await store.versions('picks')).toEqual([])
    expect(await readdir(join(folder, '.staging'))).toEqual([])
    expect(await store.find('picks/1.0.0-abc/static/js/a.js')).toBeNull()
  })

  it.each([
    '../outside.js',
    'static/../../../outside.js',
    '/etc/cron.js',
    'a\\..\\b.js',
    '.hidden.js',
    'a/.git/config.js',
    'static//a.js',
    'a.js\0.css',
    'static/js/a.js.br',
    'static/js/a.js.gz',
    '',
  ])('refuses the file path %j', async (path) => {
    const store = createFolderBundleStore(folder)
    await expect(store.put(release, files({ [path]: '1' }))).rejects.toThrow('takes no file')
    expect(await everything()).toEqual([])
  })

  it('restores a removed release when it is still in use, was stored again, or the check fails', async () => {
    const store = createFolderBundleStore(folder)
    await store.put(release, files())
    const before = await everything()
    await store.remove(release, async () => {
      expect(await store.files(release)).toEqual([])
      return true
    })
    expect(await everything()).toEqual(before)
    const unavailable = async () => {
      throw new Error('unavailable')
    }
    await expect(store.remove(release, unavailable)).rejects.toThrow('unavailable')
    expect(await everything()).toEqual(before)
    await store.remove(release, async () => (await store.put(release, files())) === 'stored')
    expect(await everything()).toEqual(before)
    await store.remove(release, async () => false)
    expect(await everything()).toEqual(['.staging', 'picks'])
  })

  it('reports an unreadable folder as an error and a missing one as empty', async () => {
    const store = createFolderBundleStore(folder)
    expect(await store.versions('picks')).toEqual([])
    await symlink(join(folder, 'picks'), join(folder, 'picks'))
    await expect(store.versions('picks')).rejects.toThrow('ELOOP')
    await expect(store.files(release)).rejects.toThrow('ELOOP')
  })

  it('removes unfinished writes once they are old', async () => {
    const store = createFolderBundleStore(folder)
    const oldStaging = join(folder, '.staging/one')
    const oldWrite = join(folder, 'picks/.1.0.0-abc.77')
    const newStaging = join(folder, '.staging/two')
    for (const made of [oldStaging, oldWrite, newStaging]) await mkdir(made, { recursive: true })
    const hourAgo = new Date(Date.now() - 3_600_000)
    for (const old of [oldStaging, oldWrite]) await utimes(old, hourAgo, hourAgo)
    await store.removeUnfinished(new Date(Date.now() - 60_000))
    expect(await everything()).toEqual(['.staging', '.staging/two', 'picks'])
  })

  it('replaces the static page atomically', async () => {
    const store = createFolderBundleStore(folder)
    expect(await store.readIndex()).toBeNull()
    await Promise.all(['one', 'two', 'three'].map((page) => store.writeIndex(page.repeat(10_000))))
    expect(await store.readIndex()).toMatch(/^(one){10000}$|^(two){10000}$|^(three){10000}$/)
    await store.writeIndex('new')
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('new')
    expect(await store.names()).toEqual([])
  })

  it('reports a failure when nothing can be stored', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(createFolderBundleStore(join(folder, 'file/bundles')).health()).rejects.toThrow()
    const store = createFolderBundleStore(join(folder, 'bundles'))
    await store.health()
    expect(await readdir(join(folder, 'bundles/.staging'))).toEqual([])
  })
})
