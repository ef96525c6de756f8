import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { openNamedBundleStore } from '@propsight/api/testing'
import { beforeEach, describe, expect, it } from 'vitest'

export const SOURCE_FILE = 'export const alpha = 1;\n'.repeat(200)
const bytes = (content: string) => new TextEncoder().encode(content)
export const bundleFiles = (more: Record<string, string> = {}): Map<string, Uint8Array> =>
  new Map(
    Object.entries({ 'static/js/a.js': SOURCE_FILE, 'mf-manifest.json': '{}', ...more }).map(
      ([path, content]) => [path, bytes(content)],
    ),
  )
const PATH = 'picks/1.0.0-abc/static/js/a.js'
const release = { name: 'picks', version: '1.0.0-abc' }

/**
 * Defines the tests that every bundle store must pass, on any medium.
 * @param medium the medium, for the titles
 * @param createVariables environment variables of an empty store, a new one for each test
 */
export function describeBundleStore(medium: string, createVariables: () => Record<string, string>): void {
  describe(`F1 a bundle store in ${medium}`, () => {
    let variables: Record<string, string>
    beforeEach(() => {
      variables = createVariables()
    })
    /** Opens the store as another instance would. */
    const open = () => openNamedBundleStore(variables)

    it('stores a complete release, with compressed variants of compressible files', async () => {
      const store = open()
      expect(await store.put(release, bundleFiles())).toBe('stored')
      expect((await store.files(release)).sort()).toEqual(['mf-manifest.json', 'static/js/a.js'])
      const [stored] = await store.versions('picks')
      expect(stored?.version).toBe(release.version)
      expect(Math.abs((stored?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      expect(await store.names()).toEqual(['picks'])
      const file = await store.find(PATH)
      expect(file).toMatchObject({
        contentType: 'text/javascript; charset=utf-8',
        plain: { size: SOURCE_FILE.length },
      })
      const read = async (variant: 'plain' | 'br' | 'gzip') => {
        const body = await file?.[variant]?.open()
        if (!body) return Buffer.alloc(0)
        return body instanceof Uint8Array ? Buffer.from(body) : buffer(body)
      }
      expect((await read('plain')).toString()).toBe(SOURCE_FILE)
      expect(brotliDecompressSync(await read('br')).toString()).toBe(SOURCE_FILE)
      expect(gunzipSync(await read('gzip')).toString()).toBe(SOURCE_FILE)
      expect((await store.find('picks/1.0.0-abc/mf-manifest.json'))?.br).toBeNull()
      expect(await store.size('picks')).toBeGreaterThan(SOURCE_FILE.length)
      expect(await store.size('pick')).toBe(0)
    })

    it('accepts the same release repeatedly and concurrently, and rejects other files under its version', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => open().put(release, bundleFiles())))
      expect(answers.sort()).toEqual(['stored', 'there', 'there'])
      for (const other of [bundleFiles({ 'static/js/a.js': 'tampered' }), bundleFiles({ 'more.js': '1' })])
        await expect(open().put(release, other)).rejects.toThrow('already with other files')
      expect(await open().readText('picks', release.version, 'static/js/a.js')).toBe(SOURCE_FILE)
      expect((await open().files(release)).length).toBe(2)
    })

    it('keeps exactly one of several concurrent uploads with different files', async () => {
      const contents = ['one', 'two', 'three'].map((text) =>
        bundleFiles({ 'static/js/a.js': text, [`${text}.js`]: text }),
      )
      const settled = await Promise.allSettled(contents.map((files) => open().put(release, files)))
      const winner = settled.findIndex(({ status }) => status === 'fulfilled')
      expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const expected = contents[winner] ?? new Map()
      expect((await open().files(release)).sort()).toEqual([...expected.keys()].sort())
      for (const [path, content] of expected)
        expect(new TextDecoder().decode(await open().read(release, path))).toBe(
          new TextDecoder().decode(content),
        )
    })

    it.each([
      '../outside.js',
      'static/../../../outside.js',
      '/etc/cron.js',
      'a\\..\\b.js',
      '.hidden.js',
      'a.js\0.css',
    ])('rejects the file path %j on upload and on lookup', async (path) => {
      await expect(open().put(release, bundleFiles({ [path]: '1' }))).rejects.toThrow('takes no file')
      expect(await open().names()).toEqual([])
      await open().put(release, bundleFiles())
      expect(await open().find(`picks/1.0.0-abc/${path}`)).toBeNull()
    })

    it('finds only the files of releases', async () => {
      await open().put(release, bundleFiles({ 'index.html': '<html></html>' }))
      await open().writeIndex('page')
      const other = [
        'picks/1.0.0-abc/index.html',
        'picks/1.0.0-abc/static',
        'picks/1.0.0-abc/toString.js',
        `${PATH}.br`,
      ]
      for (const path of ['', 'index.html', 'picks/2.0.0/a.js', ...other])
        expect(await open().find(path)).toBeNull()
      expect(await open().readText('picks', release.version, 'index.html')).toBe('<html></html>')
      await expect(open().read(release, 'none.js')).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(open().readText('picks', '9.0.0', 'index.html')).rejects.toThrow()
    })

    it('stops serving a removed release at once, also when another process removed it', async () => {
      const store = open()
      const other = open()
      await store.put(release, bundleFiles())
      const cachedFile = await other.find(PATH)
      await store.find(PATH)
      await store.remove(release)
      await store.remove(release)
      expect(await store.find(PATH)).toBeNull()
      expect(await cachedFile?.br?.open()).toBeNull()
      expect(await other.find(PATH)).toBeNull()
      expect([await store.names(), await store.size('picks')]).toEqual([expect.any(Array), 0])
      expect(await store.put(release, bundleFiles({ 'other.js': '1' }))).toBe('stored')
      expect(await store.find(PATH)).not.toBeNull()
    })

    it('restores a removed release that is in use, was stored again, or whose use cannot be checked', async () => {
      const store = open()
      await store.put(release, bundleFiles())
      const expectStored = async () => {
        expect(await open().readText('picks', release.version, 'static/js/a.js')).toBe(SOURCE_FILE)
        expect(await store.versions('picks')).toHaveLength(1)
      }
      await store.remove(release, async () => {
        expect(await store.files(release)).toEqual([])
        return true
      })
      await expectStored()
      const failingCheck = async () => {
        throw new Error('no answer')
      }
      await expect(store.remove(release, failingCheck)).rejects.toThrow('no answer')
      await expectStored()
      await store.remove(release, async () => (await open().put(release, bundleFiles())) === 'stored')
      await expectStored()
      await store.remove(release, async () => false)
      expect(await store.versions('picks')).toEqual([])
    })

    it('leaves a complete release or none when deploys and removals run at once', async () => {
      await open().put(release, bundleFiles())
      for (let round = 0; round < 5; round++) {
        const work = [open().remove(release), open().put(release, bundleFiles()), open().remove(release)]
        await Promise.all([...work, open().put(release, bundleFiles())])
        const stored = await open().files(release)
        expect([0, 2]).toContain(stored.length)
        for (const path of stored) expect((await open().read(release, path)).length).toBeGreaterThan(0)
      }
      await open().put(release, bundleFiles())
      expect(await open().readText('picks', release.version, 'static/js/a.js')).toBe(SOURCE_FILE)
    })

    it('keeps the static start page complete during concurrent writes', async () => {
      const store = open()
      expect(await store.readIndex()).toBeNull()
      await Promise.all(['one', 'two', 'three'].map((page) => open().writeIndex(page.repeat(10_000))))
      expect(await store.readIndex()).toMatch(/^(one){10000}$|^(two){10000}$|^(three){10000}$/)
      await store.writeIndex('new')
      expect(await open().readIndex()).toBe('new')
      await store.health()
      expect(await store.names()).toEqual([])
    })
  })
}
