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
/** The right to change a version that is published or not; the database gives it to one process at a time. */
export const claim = (isPublished = false) => ({ isPublished, until: Number.POSITIVE_INFINITY })

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
    const readSource = async () => String(Buffer.from(await open().read(release, 'static/js/a.js')))

    it('stores a complete release, with compressed variants of compressible files', async () => {
      const store = open()
      expect(await store.put(release, bundleFiles(), claim())).toBe('stored')
      expect((await store.files(release)).sort()).toEqual(['mf-manifest.json', 'static/js/a.js'])
      const [stored] = await store.list('picks')
      expect(stored).toMatchObject(release)
      expect(Math.abs((stored?.storedAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
      expect(await store.list()).toEqual([stored])
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
      expect(stored?.size).toBeGreaterThan(SOURCE_FILE.length)
      expect(await store.list('pick')).toEqual([])
    })

    it('accepts the same release repeatedly and concurrently, and rejects other files once it is published', async () => {
      await Promise.all([1, 2, 3].map(() => open().put(release, bundleFiles(), claim())))
      expect(await open().put(release, bundleFiles(), claim(true))).toBe('there')
      for (const other of [bundleFiles({ 'static/js/a.js': 'tampered' }), bundleFiles({ 'more.js': '1' })])
        await expect(open().put(release, other, claim(true))).rejects.toThrow('already with other files')
      expect(await readSource()).toBe(SOURCE_FILE)
      expect((await open().files(release)).length).toBe(2)
    })

    it('replaces what an upload with other files left that was never published', async () => {
      await open().put(release, bundleFiles({ 'static/js/a.js': 'left over', 'old.js': '1' }), claim())
      expect(await open().put(release, bundleFiles(), claim())).toBe('stored')
      expect((await open().files(release)).sort()).toEqual(['mf-manifest.json', 'static/js/a.js'])
      expect(await readSource()).toBe(SOURCE_FILE)
    })

    it.each([
      '../outside.js',
      'static/../../../outside.js',
      '/etc/cron.js',
      'a\\..\\b.js',
      '.hidden.js',
      'a.js\0.css',
    ])('rejects the file path %j on upload and on lookup', async (path) => {
      await expect(open().put(release, bundleFiles({ [path]: '1' }), claim())).rejects.toThrow(
        'takes no file',
      )
      expect(await open().list()).toEqual([])
      await open().put(release, bundleFiles(), claim())
      expect(await open().find(`picks/1.0.0-abc/${path}`)).toBeNull()
    })

    it('finds only the files of releases', async () => {
      await open().put(release, bundleFiles({ 'index.html': '<html></html>' }), claim())
      await open().writeIndex('page')
      const other = [
        'picks/1.0.0-abc/index.html',
        'picks/1.0.0-abc/static',
        'picks/1.0.0-abc/toString.js',
        `${PATH}.br`,
      ]
      for (const path of ['', 'index.html', 'picks/2.0.0/a.js', ...other])
        expect(await open().find(path)).toBeNull()
      expect(String(Buffer.from(await open().read(release, 'index.html')))).toBe('<html></html>')
      await expect(open().read(release, 'none.js')).rejects.toMatchObject({ code: 'ENOENT' })
      await expect(open().read({ ...release, version: '9.0.0' }, 'index.html')).rejects.toThrow()
    })

    it('stops serving a removed release at once, also when another process removed it', async () => {
      const store = open()
      const other = open()
      await store.put(release, bundleFiles(), claim())
      const cachedFile = await other.find(PATH)
      await store.find(PATH)
      await store.delete(release, claim())
      await store.delete(release, claim())
      expect(await store.find(PATH)).toBeNull()
      expect(await cachedFile?.br?.open()).toBeNull()
      expect(await other.find(PATH)).toBeNull()
      expect(await store.list()).toEqual([])
      expect(await store.put(release, bundleFiles({ 'other.js': '1' }), claim())).toBe('stored')
      expect(await store.find(PATH)).not.toBeNull()
    })

    it('keeps the static start page complete during concurrent writes', async () => {
      const store = open()
      expect(await store.readIndex()).toBeNull()
      await Promise.all(['one', 'two', 'three'].map((page) => open().writeIndex(page.repeat(10_000))))
      expect(await store.readIndex()).toMatch(/^(one){10000}$|^(two){10000}$|^(three){10000}$/)
      await store.writeIndex('new')
      expect(await open().readIndex()).toBe('new')
      await store.health()
      expect(await store.list()).toEqual([])
    })
  })
}
