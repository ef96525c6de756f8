import type { RegistryEntry } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import type { LoadRecord } from '../../federation/load-log.ts'
import { entryOf } from '../../testing/registry.ts'
import { describePage } from './describe-page.ts'
import { readShared, remoteOf } from './read-shared.ts'
import { pageServerTiming, transferFrom } from './read-timings.ts'

const alpha = entryOf('alpha', { mount: 'tab', path: '/', title: 'Alpha', order: 1 })
const loaded: LoadRecord = { name: 'alpha', version: '1.0.0', state: 'loaded', ms: 40, at: 1 }

function lineOf(entry: RegistryEntry, log: LoadRecord[], next = entry) {
  const registryOf = (remote: RegistryEntry) => ({
    schema: 1 as const,
    generatedAt: '',
    remotes: [remote],
    ticket: 'secret',
  })
  const [line] = describePage({
    state: {
      registry: registryOf(entry),
      newest: registryOf(next),
      source: 'page',
      error: null,
    },
    shell: '0.1.0',
    log,
    shared: [],
    serverTiming: [],
    transferOf: () => ({ files: 2, bytes: 1500 }),
  }).remotes
  return line
}

describe('F5 how a remote stands', () => {
  it('is told from its own record, not from that of another release', () => {
    expect(lineOf(alpha, [])).toMatchObject({ state: 'idle', ms: null, kind: null })
    expect(lineOf(alpha, [{ ...loaded, version: '0.9.0' }])).toMatchObject({ state: 'idle' })
    expect(lineOf(alpha, [loaded])).toMatchObject({ state: 'loaded', ms: 40, origin: location.origin })
    expect(lineOf(alpha, [{ ...loaded, state: 'loading', ms: 0 }])).toMatchObject({
      state: 'loading',
      ms: null,
    })
    expect(lineOf(alpha, [{ ...loaded, state: 'failed', kind: 'timeout' }])).toMatchObject({
      state: 'failed',
      kind: 'timeout',
    })
  })
  it('says which release is shown in its place, and what its own failed with', () => {
    const { channel: _, ...before } = alpha
    const entry = { ...alpha, fallback: { ...before, version: '0.9.0' } }
    const log: LoadRecord[] = [
      { ...loaded, state: 'failed', kind: 'integrity' },
      { ...loaded, version: '0.9.0', ms: 7, fallbackOf: '1.0.0' },
    ]
    expect(lineOf(entry, log)).toMatchObject({
      state: 'fallback',
      kind: 'integrity',
      fallback: '0.9.0',
      ms: 7,
    })
    // The same release was live before: that is no fallback.
    expect(lineOf(entry, [{ ...loaded, version: '0.9.0' }])).toMatchObject({ state: 'idle', fallback: null })
  })
  it('says which newer release waits', () => {
    expect(lineOf(alpha, [])).toMatchObject({ waiting: null })
    expect(lineOf(alpha, [], { ...alpha, version: '1.1.0' })).toMatchObject({ waiting: '1.1.0' })
  })
  it('names a developer’s machine', () => {
    const entry = { ...alpha, base: 'http://127.0.0.1:4101/', override: true }
    expect(lineOf(entry, [])).toMatchObject({ origin: 'http://127.0.0.1:4101', override: true })
  })
})

describe('F5 what is shared', () => {
  const instance = (name: string, scope: object) => ({ name, shareScopeMap: { default: scope } })
  it('is one line per package and version, with who brought it and who uses it', () => {
    const host = { react: { '19.3.1': { from: 'shell', useIn: ['shell', 'picks_1a2b3c4d'], loaded: true } } }
    const remote = {
      react: {
        '19.3.1': { from: 'shell', useIn: ['my_news_1a2b3c4d'], lib: () => ({}) },
        '18.0.0': { from: 'news_1a2b3c4d' },
      },
    }
    expect(
      readShared({ __INSTANCES__: [instance('shell', host), null, instance('news_1', remote)] }),
    ).toEqual([
      {
        name: 'react',
        version: '19.3.1',
        from: 'shell',
        usedBy: ['my-news', 'picks', 'shell'],
        loaded: true,
      },
      { name: 'react', version: '18.0.0', from: 'news', usedBy: [], loaded: false },
    ])
    expect(remoteOf('shell')).toBe('shell')
  })
  it('is nothing where the runtime keeps its notes in another form', () => {
    for (const other of [undefined, null, {}, { __INSTANCES__: 3 }, { __INSTANCES__: [{ name: 'x' }] }])
      expect(readShared(other)).toEqual([])
  })
})

it('F5 takes bytes and server times from the browser’s own account', () => {
  const entries: Record<string, object[]> = {
    resource: [
      { name: 'http://shell.test/bundles/a/1/x.js', transferSize: 1200, encodedBodySize: 900 },
      { name: 'http://shell.test/bundles/a/1/y.css', transferSize: 0, encodedBodySize: 50 },
      { name: 'http://shell.test/bundles/b/1/z.js', transferSize: 0, encodedBodySize: 0 },
    ],
    navigation: [{ serverTiming: [{ name: 'render', duration: 1.25, description: '' }] }],
  }
  const from = { getEntriesByType: (type: string) => entries[type] ?? [] } as unknown as Performance
  expect(transferFrom('http://shell.test/bundles/a/1/', from)).toEqual({ files: 2, bytes: 1200 })
  expect(transferFrom('http://shell.test/bundles/b/1/', from)).toEqual({ files: 1, bytes: null })
  expect(pageServerTiming(from)).toEqual([{ name: 'render', ms: 1.25 }])
  expect(pageServerTiming({ getEntriesByType: () => [] } as unknown as Performance)).toEqual([])
})
