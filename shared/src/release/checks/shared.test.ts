// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  declared,
  foundBy,
  HOST,
  live,
  manifest,
  remoteFiles,
  report,
  shared,
  shellFiles,
} from '../testing/made-up.ts'

/** A manifest that names a file for the copy that it brings. */
const COPY = { version: '19.3.1', assets: { js: { sync: ['static/js/copy.js'] }, css: { sync: [] } } }

const wants = (name: string, more: object = {}) =>
  remoteFiles({
    'static/js/copy.js': '1'.repeat(700),
    'mf-manifest.json': manifest({
      shared: [{ name, version: '', requiredVersion: '^19.3.0', singleton: true, ...more }],
    }),
  })
const found = (files: Map<string, Uint8Array>, host: typeof HOST | null = HOST) =>
  foundBy('shared', { files, host })

const require = createRequire(import.meta.url)
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`))
const built = (name: string, file: string) => readFileSync(join(folderOf(name), file), 'utf8')
/** A module as bundlers wrap it into a chunk, beside one of the remote's own. */
const bundled = (code: string) => `(self.c=self.c||[]).push([[1],{7(exports,module,require){${code}
},8(e,t,r){e.own=1}}])`
const withCopy = (code: string) => remoteFiles({ 'static/js/async/remote.js': bundled(code) })

describe('F3 what a remote shares', () => {
  it.each([
    ['what the shell brings', 'react', {}],
    ['a range that the shell is newer than', 'react', { requiredVersion: '^19.0.0' }],
    ['what it brings itself, as the shell has none', 'd3', COPY],
    ['the version that it was built against, without a copy', 'react', { version: '19.3.1' }],
  ])('fits with %s', async (_, name, more) => {
    expect((await found(wants(name, more))).filter((one) => !one.startsWith('info'))).toEqual([])
  })
  it.each([
    [
      'an older major',
      'react',
      { requiredVersion: '^18.0.0' },
      /wanted as \^18\.0\.0, and the shell brings 19\.3\.1/,
    ],
    ['a newer minor', 'react', { requiredVersion: '^19.4.0' }, /the shell brings 19\.3\.1/],
    ['a range that is none', 'react', { requiredVersion: 'newest' }, /no range/],
    ['what the shell has not', 'lodash', { requiredVersion: '^4.0.0' }, /shares no such package/],
    ['two copies allowed', 'react', { singleton: false }, /without `singleton: true`/],
    ['what neither of them has', 'd3', { version: '19.3.1' }, /shares no such package/],
    ['a copy of its own', 'react', COPY, /a copy of 'react' \(700 bytes\)/],
  ])('does not fit with %s', async (_, name, more, why) => {
    const messages = await found(wants(name, more))
    expect(messages.join()).toMatch(/^error/)
    expect(messages.join()).toMatch(why)
  })
  it('is asked to name a range', async () => {
    expect((await found(wants('react', { requiredVersion: false }))).join()).toMatch(
      /^warning.*without a range/,
    )
  })
  it('is not told by a build without a manifest, and the report says so', async () => {
    const declaration = declared({ container: { file: 'container.js', global: 'alpha_1' } })
    const files = remoteFiles({ 'container.js': 'var alpha_1={"./remote":1}' })
    expect(await foundBy('shared', { declaration, files })).toMatchObject([
      expect.stringMatching(/^info: a build without a manifest/),
    ])
  })
  it('is not compared without a shell, and the report says so', async () => {
    expect((await found(wants('react'), null)).join()).toMatch(/^warning: no shell is live/)
  })
  it('counts the bytes of a fallback that the manifest lists', async () => {
    const files = wants('react', COPY)
    const { facts } = await report({ files })
    expect(facts.shared).toEqual([{ name: 'react', range: '^19.3.0', host: '19.3.1', duplicateBytes: 700 }])
  })
})

describe('F3 a copy that nobody declared', () => {
  it.each([
    ['react', 'react', 'cjs/react.production.js'],
    ['react-dom', 'react-dom', 'cjs/react-dom.production.js'],
    ['react-dom', 'react-dom', 'cjs/react-dom-client.production.js'],
    ['react', 'react', 'cjs/react.development.js'],
  ])('of %s is found, with its bytes', async (name, folder, file) => {
    const code = built(folder, file)
    const files = withCopy(code)
    const messages = await found(files)
    expect(messages.join()).toMatch(`error: a copy of '${name}'`)
    const { facts } = await report({ files })
    const bytes = facts.shared.find((one) => one.name === name)?.duplicateBytes ?? 0
    const { length } = new TextEncoder().encode(code)
    expect(bytes).toBeGreaterThanOrEqual(length)
    expect(bytes).toBeLessThan(length + 100)
  })
  it('of react/jsx-runtime and of TanStack Query is found as well', async () => {
    const host = {
      ...HOST,
      shared: [
        ...HOST.shared,
        shared('react/jsx-runtime', '19.3.1'),
        shared('@tanstack/react-query', '5.0.0'),
      ],
    }
    const query = built('@tanstack/react-query', 'build/modern/QueryClientProvider.cjs')
    expect((await found(withCopy(query), host)).join()).toMatch(/a copy of '@tanstack\/react-query'/)
    const jsx = built('react', 'cjs/react-jsx-runtime.production.js')
    expect((await found(withCopy(jsx), host)).join()).toMatch(/a copy of 'react\/jsx-runtime'/)
  })
  it('is not taken from names alone', async () => {
    expect(await found(withCopy(`exports.jsxs = 1; require('react').__CLIENT_INTERNALS_DO_NOT_USE`))).toEqual(
      [],
    )
  })
  it('is a warning without a shell to compare with', async () => {
    const messages = await found(withCopy(built('react', 'cjs/react.production.js')), null)
    expect(messages.filter((one) => one.startsWith('error'))).toEqual([])
    expect(messages.join()).toMatch(/warning: a copy of 'react'/)
  })
})

describe('F3 what a shell brings', () => {
  const bringing = (packages: typeof HOST.shared, wanted: ReturnType<typeof shared>) =>
    foundBy('shared', {
      declaration: null,
      files: shellFiles({ ...HOST, shared: packages }),
      others: [live('beta', { shared: [wanted] })],
    })

  it('is what every live remote wants', async () => {
    expect(await bringing(HOST.shared, shared('react', null, '^19.1.0'))).toEqual([])
  })
  it('is refused where a live remote would be without', async () => {
    const next = [shared('react', '20.0.0')]
    expect((await bringing(next, shared('react', null, '^19.1.0'))).join()).toMatch(
      /this shell brings 20\.0\.0/,
    )
    expect((await bringing(next, shared('zod', null, '^4.0.0'))).join()).toMatch(/this shell shares none/)
    expect(await bringing(next, shared('zod', '4.0.0', '^4.0.0'))).toEqual([])
  })
  it('has versions that can be compared', async () => {
    expect((await bringing([shared('react', null)], shared('react', null, null))).join()).toMatch(
      /without a version/,
    )
  })
})
