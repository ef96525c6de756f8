import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBundleStore } from './bundle-store.ts'
import { createFolderObjects } from './folder-objects.ts'

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
const open = (at = folder) => createBundleStore(createFolderObjects(at))
const claim = (isPublished = false) => ({ isPublished, until: Number.POSITIVE_INFINITY })
const everything = async () => (await readdir(folder, { recursive: true })).sort()

describe('F1 the folder bundle store', () => {
  it('accepts a release that a local build wrote', async () => {
    const target = join(folder, 'picks', release.version)
    await mkdir(join(target, 'static/js'), { recursive: true })
    for (const [path, content] of [...files(), ['release.json', bytes('{}')] as const])
      await writeFile(join(target, path), content)
    expect(await open().put(release, files(), claim(true))).toBe('there')
    expect(await open().put(release, files(), claim())).toBe('stored')
    expect(await everything()).toContain(`picks/${release.version}/release.json`)
  })

  it('leaves no unfinished file when a write fails', async () => {
    // A name that is both a file and a folder makes a write fail.
    await expect(open().put(release, files({ 'static/js/a.js/b.js': '1' }), claim())).rejects.toThrow()
    expect(await readdir(join(folder, '.staging'))).toEqual([])
    // What it left is no obstacle.
    await rm(join(folder, 'picks'), { recursive: true, force: true })
    await mkdir(join(folder, 'picks', release.version, 'static/js/a.js'), { recursive: true })
    await writeFile(join(folder, 'picks', release.version, 'static/js/a.js/b.js'), '1')
    await open().put(release, files(), claim())
    expect((await open().files(release)).sort()).toEqual(['mf-manifest.json', 'static/js/a.js'])
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
    const store = open()
    await expect(store.put(release, files({ [path]: '1' }), claim())).rejects.toThrow('takes no file')
    expect(await everything()).toEqual([])
  })

  it('removes a release with its empty folders, while another one of the remote is stored', async () => {
    const other = { name: 'picks', version: '2.0.0' }
    await open().put(release, files(), claim())
    await Promise.all([open().delete(release, claim()), open().put(other, files(), claim())])
    expect((await readdir(join(folder, 'picks'))).sort()).toEqual(['2.0.0'])
    await open().delete(other, claim())
    expect(await everything()).toEqual(['.staging'])
  })

  it('reports an unreadable folder as an error and a missing one as empty', async () => {
    const store = open()
    expect(await store.list('picks')).toEqual([])
    await symlink(join(folder, 'picks'), join(folder, 'picks'))
    await expect(store.list('picks')).rejects.toThrow('ELOOP')
    await expect(store.files(release)).rejects.toThrow('ELOOP')
  })

  it('removes unfinished writes once they are old', async () => {
    const old = ['.staging/one', 'picks/.1.0.0-abc.77/static/a.js', 'picks/.damaged-1.0.0-7/a.js']
    // An instance of the last release finds the releases of a bucket by such objects.
    const earlier = '.releases/picks/1.0.0-abc.json'
    for (const path of [...old, '.staging/two', earlier]) {
      await mkdir(join(folder, path, '..'), { recursive: true })
      await writeFile(join(folder, path), '1')
    }
    const hourAgo = new Date(Date.now() - 3_600_000)
    for (const path of [...old, earlier]) await utimes(join(folder, path), hourAgo, hourAgo)
    await open().removeHidden(new Date(Date.now() - 60_000))
    const kept = ['.releases', '.releases/picks', earlier, '.staging', '.staging/two']
    expect(await everything()).toEqual(kept)
  })

  it('replaces the static page atomically', async () => {
    const store = open()
    expect(await store.readIndex()).toBeNull()
    await Promise.all(['one', 'two', 'three'].map((page) => store.writeIndex(page.repeat(10_000))))
    expect(await store.readIndex()).toMatch(/^(one){10000}$|^(two){10000}$|^(three){10000}$/)
    await store.writeIndex('new')
    expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe('new')
    expect(await store.list()).toEqual([])
  })

  it('reports a failure when nothing can be stored', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(open(join(folder, 'file/bundles')).health()).rejects.toThrow()
    const store = open(join(folder, 'bundles'))
    await store.health()
    expect(await readdir(join(folder, 'bundles/.staging'))).toEqual([])
  })
})
