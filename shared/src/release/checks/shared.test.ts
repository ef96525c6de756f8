// @vitest-environment node
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createDeclaration,
  findingsOf,
  HOST,
  live,
  manifest,
  remoteFiles,
  report,
  shared,
  shellFiles,
} from '../testing/release-fixture.ts'

/** A manifest entry with a file for its own copy. */
const COPY = { version: '19.3.1', assets: { js: { sync: ['static/js/copy.js'] }, css: { sync: [] } } }

const filesSharing = (name: string, more: object = {}) =>
  remoteFiles({
    'static/js/copy.js': '1'.repeat(700),
    'mf-manifest.json': manifest({
      shared: [{ name, version: '', requiredVersion: '^19.3.0', singleton: true, ...more }],
    }),
  })
const found = (files: Map<string, Uint8Array>, host: typeof HOST | null = HOST) =>
  findingsOf('shared', { files, host })

const require = createRequire(import.meta.url)
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`))
const built = (name: string, file: string) => readFileSync(join(folderOf(name), file), 'utf8')
/** A module as bundlers wrap it into a chunk, together with one of the remote's modules. */
const bundled = (code: string) => `(self.c=self.c||[]).push([[1],{7(exports,module,require){${code}
},8(e,t,r){e.own=1}}])`
const withCopy = (code: string) => remoteFiles({ 'static/js/async/remote.js': bundled(code) })

describe('F3 shared packages of a remote', () => {
  it.each([
    ['a package of the shell', 'react', {}],
    ['a range older than the shell’s version', 'react', { requiredVersion: '^19.0.0' }],
    ['its own copy of a package that the shell lacks', 'd3', COPY],
    ['the shell’s exact version, without a copy', 'react', { version: '19.3.1' }],
  ])('are accepted with %s', async (_, name, more) => {
    expect((await found(filesSharing(name, more))).filter((one) => !one.startsWith('info'))).toEqual([])
  })
  it.each([
    [
      'an older major',
      'react',
      { requiredVersion: '^18.0.0' },
      /required as \^18\.0\.0, but the shell provides 19\.3\.1/,
    ],
    ['a newer minor', 'react', { requiredVersion: '^19.4.0' }, /the shell provides 19\.3\.1/],
    [
      'another version installed than declared',
      'react',
      { version: '18.3.1' },
      /was built with 18\.3\.1 installed: install a version of this range/,
    ],
    ['an invalid range', 'react', { requiredVersion: 'newest' }, /not a range/],
    ['a package that the shell lacks', 'lodash', { requiredVersion: '^4.0.0' }, /shares no such package/],
    ['two copies allowed', 'react', { singleton: false }, /without `singleton: true`/],
    ['a package that neither contains', 'd3', { version: '19.3.1' }, /shares no such package/],
    ['a copy of its own', 'react', COPY, /a copy of 'react' \(700 bytes\)/],
  ])('are refused with %s', async (_, name, more, why) => {
    const messages = await found(filesSharing(name, more))
    expect(messages.join()).toMatch(/^error/)
    expect(messages.join()).toMatch(why)
  })
  it('cause a warning without a version range', async () => {
    expect((await found(filesSharing('react', { requiredVersion: false }))).join()).toMatch(
      /^warning.*without a range/,
    )
  })
  it('are reported as unknown for a build without a manifest', async () => {
    const declaration = createDeclaration({ container: { file: 'container.js', global: 'alpha_1' } })
    const files = remoteFiles({ 'container.js': 'var alpha_1={"./remote":1}' })
    expect(await findingsOf('shared', { declaration, files })).toMatchObject([
      expect.stringMatching(/^info: a build without a manifest/),
    ])
  })
  it('are compared with the ranges that a build without a manifest declares', async () => {
    const container = { file: 'container.js', global: 'alpha_1', shared: { react: '^18.3.0' } }
    const declaration = createDeclaration({ container })
    const files = remoteFiles({ 'container.js': 'var alpha_1={"./remote":1}' })
    expect(await findingsOf('shared', { declaration, files })).toEqual([
      expect.stringMatching(/^error: 'react' is required as \^18\.3\.0, but the shell provides 19\.3\.1/),
    ])
  })
  it('cause a warning instead of a comparison without a live shell', async () => {
    expect((await found(filesSharing('react'), null)).join()).toMatch(/^warning: no shell is live/)
  })
  it('are reported with the bytes of the fallback files in the manifest', async () => {
    const files = filesSharing('react', COPY)
    const { facts } = await report({ files })
    expect(facts.shared).toEqual([{ name: 'react', range: '^19.3.0', host: '19.3.1', duplicateBytes: 700 }])
  })
})

describe('F3 undeclared copy of a package', () => {
  it.each([
    ['react', 'react', 'cjs/react.production.js'],
    ['react-dom', 'react-dom', 'cjs/react-dom.production.js'],
    ['react-dom', 'react-dom', 'cjs/react-dom-client.production.js'],
    ['react', 'react', 'cjs/react.development.js'],
  ])('is found with its bytes: %s (%s, %s)', async (name, folder, file) => {
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
  it('is found for react/jsx-runtime, TanStack Query, the router and jotai', async () => {
    const host = {
      ...HOST,
      shared: [
        ...HOST.shared,
        shared('react/jsx-runtime', '19.3.1'),
        shared('@tanstack/react-query', '5.0.0'),
        shared('jotai', '3.0.1'),
        shared('react-router-dom', '6.30.6'),
      ],
    }
    const query = built('@tanstack/react-query', 'build/modern/QueryClientProvider.cjs')
    expect((await found(withCopy(query), host)).join()).toMatch(/a copy of '@tanstack\/react-query'/)
    const atoms = built('jotai', 'dist/vanilla/internals.js').replace(/^export \{[\s\S]*?\};?$/gm, '')
    expect((await found(withCopy(atoms), host)).join()).toMatch(/a copy of 'jotai'/)
    const router = built('react-router-dom', 'dist/umd/react-router-dom.production.min.js')
    expect((await found(withCopy(router), host)).join()).toMatch(/a copy of 'react-router-dom'/)
    const jsx = built('react', 'cjs/react-jsx-runtime.production.js')
    expect((await found(withCopy(jsx), host)).join()).toMatch(/a copy of 'react\/jsx-runtime'/)
  })
  it('is found for react-dom/server, in the first chunk and in one that import() loads', async () => {
    const host = { ...HOST, shared: [...HOST.shared, shared('react-dom', '19.3.1')] }
    for (const file of [
      'cjs/react-dom-server-legacy.browser.production.js',
      'cjs/react-dom-server.browser.production.js',
    ])
      for (const path of ['static/js/remote.js', 'static/js/async/late.js']) {
        const files = remoteFiles({ [path]: bundled(built('react-dom', file)) })
        const messages = await found(files, host)
        expect({ file, path, messages: messages.join() }).toMatchObject({
          messages: expect.stringMatching(
            /error: 'react-dom\/server' is in the build.*shares only 'react-dom'/,
          ),
        })
      }
    const declared = await found(filesSharing('react-dom/server', COPY), host)
    expect(declared.join()).toMatch(/error: 'react-dom\/server' is in the build/)
  })
  const renamed = (code: string) => code.replaceAll(/__CLIENT_INTERNALS_DO_NOT_USE\w*/g, 'internals')
  it.each<[string, (code: string) => string]>([
    ['its version', (code) => code],
    ['a version in a template', (code) => code.replace(/version = "(.*?)"/, 'version = `$1`')],
    ['a version in parts', (code) => code.replace(/version = "(\d+)(.*?)"/, 'version = "$1" + `$2`')],
    ['a quoted name of the version', (code) => code.replace('exports.version', 'exports["version"]')],
    ['a name in parts', (code) => code.replace('exports.version', 'exports["ver" + `sion`]')],
    ['a type of elements in parts', (code) => code.replace('"react.tr', '"react." + "tr')],
    ['a type of elements in a template', (code) => code.replace(/"(react\.trans.*?)"/, '`$1`')],
    [
      'one object of exports',
      (code) =>
        `${code};x = { version: "18.3.1", Children: c, createElement() {} }`.replace(/exports\.\w+/g, 'e'),
    ],
  ])('of React without its internals is found by %s', async (_, change) => {
    const code = renamed(built('react', 'cjs/react.production.js'))
    const messages = await found(withCopy(change(code)))
    expect(code).not.toContain('INTERNALS')
    expect(messages.join()).toMatch(/^error: a copy of 'react' \(/)
  })
  it.each([
    ['names alone', `exports.jsxs = 1; require('react').__CLIENT_INTERNALS_DO_NOT_USE`],
    ['a read of the internals', `const { __CLIENT_INTERNALS_DO_NOT_USE: i } = r; i === 'react.element'`],
    ['names passed on', `r.d(t,{version:()=>v,Children:()=>c,createElement:()=>e}); x === 'react.element'`],
    ['a version of its own', `exports.version = '1.0.0'; x === 'react.element'`],
    ['a function passed on', `r.d(t,{jsxs:()=>j}); x === 'react.element'`],
    ['a function given to a library', `render({ jsxs: j, jsx: r.jsx }); x === 'react.element'`],
    [
      'a renderer passed on',
      `s = { renderToStaticMarkup: m, renderToPipeableStream: r.p }; x === 'react.element'`,
    ],
    [
      'a namespace',
      `n = { get jsxs() { return j }, get renderToStaticMarkup() { return m } }; x === 'react.element'`,
    ],
    ['internals passed on', `r.d(t,{__CLIENT_INTERNALS_DO_NOT_USE:()=>i}); x === 'react.element'`],
    [
      'React passed on',
      `s={version:'1.0.0'};r.d(t,{Children:()=>c,createElement:()=>e}); x === 'react.element'`,
    ],
  ])('is not reported for %s', async (_, code) => {
    expect(await found(withCopy(code))).toEqual([])
    expect(await found(remoteFiles({ 'static/js/async/remote.js': code }))).toEqual([])
  })
  it.each([
    ['react/jsx-runtime', 'a method', '{ jsxs(type) { return type } }'],
    ['react/jsx-runtime', 'a function', '{ jsxs: (type) => type }'],
    ['react-dom/server', 'a function', '{ renderToStaticMarkup: function () {} }'],
    ['react', 'an object', '{ __CLIENT_INTERNALS_DO_NOT_USE: { H: null } }'],
  ])('of %s is found by a name of %s in an object', async (name, _, exported) => {
    const files = remoteFiles({ 'static/js/async/remote.js': `x = ${exported}; y = 'react.element'` })
    expect((await found(files)).join()).toMatch(name)
  })
  it('is a warning without a live shell', async () => {
    const messages = await found(withCopy(built('react', 'cjs/react.production.js')), null)
    expect(messages.filter((one) => one.startsWith('error'))).toEqual([])
    expect(messages.join()).toMatch(/warning: a copy of 'react'/)
  })
})

describe('F3 shared packages of a shell', () => {
  const shellSharing = (packages: typeof HOST.shared, required: ReturnType<typeof shared>) =>
    findingsOf('shared', {
      declaration: null,
      files: shellFiles({ ...HOST, shared: packages }),
      others: [live('beta', { shared: [required] })],
    })

  it('are accepted when they satisfy every live remote', async () => {
    expect(await shellSharing(HOST.shared, shared('react', null, '^19.1.0'))).toEqual([])
  })
  it('are refused when a live remote lacks a package', async () => {
    const next = [shared('react', '20.0.0')]
    expect((await shellSharing(next, shared('react', null, '^19.1.0'))).join()).toMatch(
      /this shell provides 20\.0\.0/,
    )
    expect((await shellSharing(next, shared('zod', null, '^4.0.0'))).join()).toMatch(
      /this shell does not share it/,
    )
    expect(await shellSharing(next, shared('zod', '4.0.0', '^4.0.0'))).toEqual([])
  })
  it('are refused when a part of a package has the name of the package', async () => {
    const withPart = (name: string) =>
      shellSharing([...HOST.shared, shared(name, '4.6.7')], shared('react', null, '^19.1.0'))
    for (const name of ['zod', 'zod/v4', '@supabase/supabase-js', '@propsightly/schema'])
      expect((await withPart(name)).join()).toMatch(`error: the shell shares '${name}', which is none of`)
    expect(await withPart('@propsight/shared/charts')).toEqual([])
  })
  it('are refused without a version', async () => {
    expect((await shellSharing([shared('react', null)], shared('react', null, null))).join()).toMatch(
      /without a version/,
    )
  })
})
