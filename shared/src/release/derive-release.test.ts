// @vitest-environment node
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deriveRelease } from './derive-release.ts'
import { createDeclaration, HOST, manifest, remoteFiles, shellFiles } from './testing/release-fixture.ts'

const VERSION = '1.0.0-abcdef12'

describe('F1 deriveRelease', () => {
  it('hashes the entry, scripts, modules and styles, and no other file', async () => {
    const files = remoteFiles({ 'static/image/a.svg': '<svg/>', 'static/js/more.mjs': '1', 'a.wasm': '2' })
    const { integrity, entry, size } = await deriveRelease({
      declaration: createDeclaration(),
      version: VERSION,
      files,
    })
    expect(entry).toBe('mf-manifest.json')
    expect(Object.keys(integrity)).toEqual([
      'a.wasm',
      'mf-manifest.json',
      'static/css/async/remote.css',
      'static/js/async/remote.js',
      'static/js/more.mjs',
      'static/js/remote-entry.js',
    ])
    for (const [path, hash] of Object.entries(integrity))
      expect(hash).toBe(
        `sha384-${createHash('sha384')
          .update(files.get(path) ?? '')
          .digest('base64')}`,
      )
    expect(size).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0))
  })
  it('reads shared packages and preload files from the manifest', async () => {
    const { shared, preload, globalName } = await deriveRelease({
      declaration: createDeclaration(),
      version: VERSION,
      files: remoteFiles(),
    })
    expect(shared).toEqual([{ name: 'react', version: null, range: '^19.3.0', singleton: true }])
    expect(preload).toEqual([
      'static/js/remote-entry.js',
      'static/js/async/remote.js',
      'static/css/async/remote.css',
    ])
    expect(globalName).toBeNull()
  })
  it('sets the version of a shared package only when files are listed for it', async () => {
    const react = { name: 'react', version: '19.3.1', requiredVersion: false, singleton: true }
    const listed = (files: string[]) => ({ js: { sync: files, async: [] }, css: { sync: [], async: [] } })
    const versionWith = async (files: string[]) => {
      const content = manifest({ shared: [{ ...react, assets: listed(files) }] })
      const release = await deriveRelease({
        declaration: createDeclaration(),
        version: VERSION,
        files: remoteFiles({ 'mf-manifest.json': content }),
      })
      return release.shared[0]?.version
    }
    expect(await versionWith([])).toBeNull()
    expect(await versionWith(['react.js'])).toBe('19.3.1')
  })
  it('reads the container of a build without a manifest from its declaration', async () => {
    const release = await deriveRelease({
      declaration: createDeclaration({
        container: { file: 'container.js', global: 'alpha_1', shared: { react: '^19.3.0' } },
      }),
      version: VERSION,
      files: remoteFiles({ 'mf-manifest.json': null, 'container.js': 'var alpha_1' }),
    })
    expect(release).toMatchObject({
      entry: 'container.js',
      globalName: 'alpha_1',
      shared: [{ name: 'react', version: null, range: '^19.3.0', singleton: true }],
      preload: ['container.js'],
    })
  })
  it('reads the contract and shared packages of a shell from its build', async () => {
    const preload = ['static/js/index.js']
    const release = await deriveRelease({ declaration: null, version: VERSION, files: shellFiles(), preload })
    expect(release).toMatchObject({ ...HOST, name: 'shell', placement: null, entry: 'index.html', preload })
    expect(Object.keys(release.integrity)).toContain('host.json')
  })
  it('does not depend on the order of the files', async () => {
    const files = [...remoteFiles()]
    const derive = (order: typeof files) =>
      deriveRelease({ declaration: createDeclaration(), version: VERSION, files: new Map(order) })
    expect(JSON.stringify(await derive(files))).toBe(JSON.stringify(await derive(files.toReversed())))
  })
  it.each([
    ['an invalid version', { version: '../1' }, /version/],
    ['a path outside its folder', { files: remoteFiles({ '../a.js': '' }) }, /integrity/],
    ['a shell without host.json', { declaration: null, files: remoteFiles() }, /host\.json/],
    [
      'more preloads than a page can carry',
      {
        files: remoteFiles({
          'mf-manifest.json': manifest({
            exposes: [
              {
                path: './remote',
                assets: {
                  js: { sync: Array.from({ length: 99 }, (_, at) => `${at}.js`) },
                  css: { sync: [] },
                },
              },
            ],
          }),
        }),
      },
      /preload/,
    ],
  ])('throws for %s', async (_, more, why) => {
    const folder = { declaration: createDeclaration(), version: VERSION, files: remoteFiles(), ...more }
    await expect(deriveRelease(folder)).rejects.toThrow(why)
  })
})
