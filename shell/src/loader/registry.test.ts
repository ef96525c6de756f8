import { describe, expect, it, vi } from 'vitest'
import { storeRegistry } from './background/poll-registry.ts'
import { parseRegistry, STORED_REGISTRY_KEY } from './registry.ts'
import { createRegistryStore, readStoredRegistry, registryInPage } from './registry-store.ts'
import { makeEntry, makeRegistry } from './testing/make-entry.ts'

const pageWith = (json: string) => {
  const page = document.implementation.createHTMLDocument()
  const block = page.createElement('script')
  block.type = 'application/json'
  block.id = 'registry'
  block.textContent = json
  page.head.append(block)
  return page
}
const memory = () => {
  const values = new Map<string, string>()
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
}
const storeOf = (page: Document, storage = memory()) =>
  createRegistryStore({
    page,
    elementId: 'registry',
    address: '/api/remotes',
    storage: () => storage as unknown as Storage,
  })

describe('F1 the registry', () => {
  it('skips an invalid entry, and uses the first entry of a name', () => {
    const good = makeEntry('alpha')
    const parsed = parseRegistry({
      ...makeRegistry([]),
      remotes: [{ name: 'Broken' }, null, good, { ...good, version: '9.0.0' }, makeEntry('beta')],
    })
    expect(parsed.remotes.map(({ name, version }) => [name, version])).toEqual([
      ['alpha', good.version],
      ['beta', good.version],
    ])
  })
  it('lists the retired remotes, and drops a list in another form', () => {
    const { placement } = makeEntry('gone')
    const retired = [{ name: 'gone', placement, redirectTo: null }]
    expect(parseRegistry({ ...makeRegistry([]), retired }).retired).toEqual(retired)
    expect(parseRegistry({ ...makeRegistry([]), retired: 'all' }).retired).toBeUndefined()
  })
  it('rejects any other form', () => {
    for (const bad of [null, [], { schema: 2, generatedAt: '', remotes: [] }, 'x'])
      expect(() => parseRegistry(bad)).toThrow(/not in a form/)
  })
  it('skips an entry whose files are outside its release', () => {
    const entry = { ...makeEntry('alpha'), entry: '../beta/mf-manifest.json' }
    expect(parseRegistry({ ...makeRegistry([]), remotes: [entry] }).remotes).toEqual([])
  })
  it('is read from the page at once, without a request', () => {
    const fetchMock = vi.spyOn(globalThis, 'fetch')
    const store = storeOf(pageWith(JSON.stringify(makeRegistry([makeEntry('alpha')]))))
    expect(store.get()).toMatchObject({ status: 'ready', source: 'page' })
    expect(fetchMock).not.toHaveBeenCalled()
    fetchMock.mockRestore()
  })
  it('is requested from the API when the page has none or an invalid one', async () => {
    const registry = makeRegistry([makeEntry('alpha')])
    const fetchMock = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(registry))
    expect(registryInPage(pageWith('{'), 'registry')).toBeNull()
    const store = storeOf(pageWith('{'))
    await store.reload()
    expect(store.get()).toMatchObject({ status: 'ready', source: 'api' })
    fetchMock.mockRestore()
  })
  it('falls back to the copy stored in this browser, without manifests, overrides, previews and ticket', async () => {
    const storage = memory()
    const overridden = { ...makeEntry('overridden'), override: true }
    const registry = {
      ...makeRegistry([{ ...makeEntry('alpha'), manifest: { big: true } }, overridden, makeEntry('shown')]),
      preview: { name: 'shown', version: '1.0.0-abcdef12' },
      ticket: 'signed',
    }
    storeRegistry(registry, () => storage)
    expect(storage.getItem(STORED_REGISTRY_KEY)).not.toMatch(/big|overridden|shown|signed/)
    const fetchMock = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
    const store = storeOf(document.implementation.createHTMLDocument(), storage)
    expect(store.get()).toMatchObject({ status: 'ready', source: 'stored', error: null })
    await store.reload()
    expect(store.get()).toMatchObject({ status: 'ready', source: 'stored', error: { kind: 'registry' } })
    expect(store.get().registry?.remotes.map(({ name }) => name)).toEqual(['alpha'])
    fetchMock.mockRestore()
  })
  it('keeps the releases of a developer’s machine for every response of the API', async () => {
    const dev = { ...makeEntry('alpha'), version: '0.0.0-dev' }
    const unpublished = { ...makeEntry('beta'), version: '0.0.0-dev' }
    const fetchMock = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json(makeRegistry([makeEntry('alpha'), makeEntry('gamma')])))
    const store = storeOf(pageWith(JSON.stringify(makeRegistry([dev, unpublished]))))
    await store.reload()
    store.take([])
    const shown = store.get().registry?.remotes.map(({ name, version }) => `${name} ${version}`)
    expect(shown).toEqual(['alpha 0.0.0-dev', 'gamma 1.0.0-abcdef12', 'beta 0.0.0-dev'])
    fetchMock.mockRestore()
  })
  it('is revalidated with its ETag', async () => {
    const registry = makeRegistry([makeEntry('alpha')])
    const fetchMock = vi
      .spyOn(globalThis, 'fetch')
      .mockResolvedValueOnce(Response.json(registry, { headers: { etag: '"one"' } }))
      .mockResolvedValueOnce(new Response(null, { status: 304 }))
    const store = storeOf(pageWith(JSON.stringify(registry)))
    const [inPage] = store.get().registry?.remotes ?? []
    await store.reload()
    const before = store.get()
    expect(before.registry?.remotes[0]).toBe(inPage)
    await store.reload()
    expect(new Headers(fetchMock.mock.calls[1]?.[1]?.headers).get('if-none-match')).toBe('"one"')
    expect(store.get()).toBe(before)
    fetchMock.mockRestore()
  })
  it('fails when page, storage and API have none, and tolerates a denied storage', async () => {
    const fetchMock = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 503 }))
    const store = createRegistryStore({
      page: document.implementation.createHTMLDocument(),
      elementId: 'registry',
      address: '/api/remotes',
      storage: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
    await store.reload()
    expect(store.get()).toMatchObject({ status: 'failed', registry: null, error: { kind: 'registry' } })
    fetchMock.mockRestore()
    expect(readStoredRegistry(() => ({ getItem: () => '{' }))).toBeNull()
    // Stored by another build of the shell with another entry form. An empty list would hide all remotes, so
    // the copy is ignored and the page waits for the API.
    const foreign = JSON.stringify({ schema: 1, generatedAt: '', remotes: [{ name: 'old' }] })
    expect(readStoredRegistry(() => ({ getItem: () => foreign }))).toBeNull()
  })
})
