import { loadRemote, loadShare, registerRemotes } from '@module-federation/enhanced/runtime'
import type { RegistryEntry } from '@propsight/shared/contracts'
import { version } from 'react'
import { describe, expect, it } from 'vitest'
import type { LoadRecord } from '../../loader/load-log.ts'
import { federatedContainer, startHost } from '../../loader/testing/federation-host.ts'
import { makeMinimalEntry } from '../../loader/testing/make-entry.ts'
import { describePage, pageServerTiming, transferFrom } from './panel-tables.tsx'
import { readShared, remoteOf } from './read-shared.ts'

const alpha = makeMinimalEntry('alpha', { mount: 'tab', path: '/', title: 'Alpha', order: 1 })
const loaded: LoadRecord = { name: 'alpha', version: '1.0.0', state: 'loaded', trace: '1a', ms: 40, at: 1 }

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

describe('F5 the state of a remote', () => {
  it('is taken only from the load record of the registered release', () => {
    expect(lineOf(alpha, [])).toMatchObject({ state: 'idle', ms: null, kind: null })
    expect(lineOf(alpha, [{ ...loaded, version: '0.9.0' }])).toMatchObject({ state: 'idle' })
    expect(lineOf(alpha, [loaded])).toMatchObject({
      state: 'loaded',
      ms: 40,
      origin: location.origin,
    })
    expect(lineOf(alpha, [{ ...loaded, state: 'loading', ms: 0 }])).toMatchObject({
      state: 'loading',
      ms: null,
    })
    expect(lineOf(alpha, [{ ...loaded, state: 'failed', kind: 'timeout' }])).toMatchObject({
      state: 'failed',
      kind: 'timeout',
    })
  })
  it('names the fallback release that is shown, and the failure of the registered release', () => {
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
    // The same release was loaded earlier as the live one, not as a fallback.
    expect(lineOf(entry, [{ ...loaded, version: '0.9.0' }])).toMatchObject({ state: 'idle', fallback: null })
  })
  it('names a newer release that is waiting', () => {
    expect(lineOf(alpha, [])).toMatchObject({ waiting: null })
    expect(lineOf(alpha, [], { ...alpha, version: '1.1.0' })).toMatchObject({ waiting: '1.1.0' })
  })
  it('names the origin of a developer’s machine', () => {
    const entry = { ...alpha, base: 'http://127.0.0.1:4101/', override: true }
    expect(lineOf(entry, [])).toMatchObject({ origin: 'http://127.0.0.1:4101', override: true })
  })
})

describe('F5 readShared', () => {
  it('returns nothing when the page has no state of a federation runtime', () => {
    for (const other of [undefined, null, {}, 'notes']) expect(readShared(other)).toEqual([])
  })
  it('returns one line per package and version, with its provider and its users', async () => {
    startHost(async ({ entryGlobalName: name }) => {
      const older = { version: '18.0.0', get: async () => () => ({}) }
      return federatedContainer(name, {}, name.startsWith('my_news') ? { react: older } : {})
    })
    await loadShare('react')
    for (const name of ['picks_1a2b3c4d', 'my_news_1a2b3c4d']) {
      const entry = `http://shell.test/${name}/entry.js`
      registerRemotes([{ name, entry, entryGlobalName: name, type: 'global' }])
      await loadRemote(`${name}/remote`)
    }
    expect(readShared()).toEqual([
      { name: 'react', version, from: 'shell', usedBy: ['my-news', 'picks', 'shell'], loaded: true },
      { name: 'react', version: '18.0.0', from: 'my-news', usedBy: [], loaded: false },
    ])
    expect(remoteOf('shell')).toBe('shell')
  })
})

it('F5 transferFrom and pageServerTiming read bytes and server times from the Performance API', () => {
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
