import { join } from 'node:path'
import {
  CONFIG_ELEMENT_ID,
  type PageConfig,
  REGISTRY_ELEMENT_ID,
  registrySchema,
} from '@propsight/shared/contracts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findApps, ROOT, SHELL } from './apps.ts'
import {
  DEV_PAGE_VARIABLE,
  type DevPage,
  devDataBlocks,
  devRegistry,
  devServerSettings,
  readDevPage,
  readPageConfig,
} from './dev-page.ts'
import { defineRemoteConfig } from './remote-config.ts'
import { defineShellConfig } from './shell-config.ts'

const config: PageConfig = {
  supabaseUrl: '',
  publishableKey: 'key',
  apiUrl: '',
  dataSource: { kind: 'sample', label: 'Ends </script> early', today: '2026-08-21', season: 2026 },
  mailbox: true,
  contact: false,
  closedRegions: [],
  passwordMinLength: 6,
  serviceWorker: false,
  helplines: [],
  version: '0.1.0',
}
const remotes = findApps().flatMap(({ declaration }, index) =>
  declaration ? [{ declaration, url: `http://127.0.0.1:${4100 + index}` }] : [],
)
const page: DevPage = { api: 'http://127.0.0.1:4000', config, registry: devRegistry(remotes) }

describe('F5 registry of a development page', () => {
  it('lists every declared remote at its dev server, without hashes', () => {
    const registry = registrySchema.parse(page.registry)
    expect(registry.remotes.map(({ name }) => name)).toEqual(
      remotes.map(({ declaration }) => declaration.name),
    )
    for (const [index, entry] of registry.remotes.entries()) {
      const { extensions: _, ...declared } = remotes[index]?.declaration ?? {}
      expect(entry).toMatchObject({ ...declared, version: '0.0.0-dev', integrity: {} })
      expect(entry.base + entry.entry).toBe(`${remotes[index]?.url}/mf-manifest.json`)
    }
  })
})

describe('F5 dev servers of the shell and of the remotes', () => {
  it.each(findApps())(
    '$name: compiles no module lazily and waits for files to be written completely',
    (app) => {
      const { dev, tools } = app.declaration ? defineRemoteConfig(app.folder) : defineShellConfig(app.folder)
      expect(dev?.lazyCompilation).toBe(false)
      expect(tools?.rspack).toMatchObject({ watchOptions: { aggregateTimeout: 100 } })
    },
  )
})

describe('F5 page of the shell’s dev server', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('embeds the data blocks of the API’s page as JSON with "<" escaped', () => {
    const tags = devDataBlocks(page)
    expect(tags.map(({ attrs }) => attrs.id)).toEqual([CONFIG_ELEMENT_ID, REGISTRY_ELEMENT_ID])
    for (const { children, attrs } of tags) {
      expect(attrs.type).toBe('application/json')
      expect(children).not.toContain('<')
    }
    expect(tags.map(({ children }) => JSON.parse(children))).toEqual([config, page.registry])
  })
  it('has the same configuration as the API’s page', () => {
    const [{ children = '' } = {}] = devDataBlocks(page)
    const html = `<head><script type="application/json" id="${CONFIG_ELEMENT_ID}">${children}</script></head>`
    expect(readPageConfig(html)).toEqual(config)
    expect(() => readPageConfig('<head></head>')).toThrow(/has no propsight-config/)
  })
  it.each([
    ['/api/remotes', true],
    ['/auth/v1/token', true],
    ['/health', true],
    ['/dev/mailbox/key', true],
    ['/service-worker.js', true],
    ['/push-worker.js', true],
    ['/manifest.webmanifest', true],
    ['/service-worker.jsx', false],
    ['/authors', false],
    ['/picks', false],
    ['/static/js/index.js', false],
  ])('forwards %s to the API: %s', (path, handed) => {
    expect(devServerSettings(page).proxy.map(({ pathFilter }) => pathFilter(path))).toEqual([handed])
  })
  it('serves its own registry instead of the API’s published releases', () => {
    const uses: ((request: object, response: object, next: () => void) => void)[] = []
    const context = { action: 'dev', server: { middlewares: { use: uses.push.bind(uses) } } }
    const { setup } = devServerSettings(page)
    void setup(context as unknown as Parameters<typeof setup>[0])
    const ask = (method: string, url: string) => {
      const end = vi.fn()
      const next = vi.fn()
      uses[0]?.({ method, url }, { setHeader: () => {}, end }, next)
      return end.mock.calls[0]?.[0] ?? (next.mock.calls.length > 0 ? 'next' : null)
    }
    expect(JSON.parse(ask('GET', '/api/remotes?x=1'))).toEqual(page.registry)
    expect(ask('GET', '/api/remotes/picks/releases')).toBe('next')
    expect(ask('POST', '/api/remotes')).toBe('next')
  })
  it('is read from the environment in development only', () => {
    const env = { [DEV_PAGE_VARIABLE]: JSON.stringify(page) }
    expect(readDevPage(env)).toEqual(page)
    expect(readDevPage({})).toBeNull()
    expect(() => readDevPage({ [DEV_PAGE_VARIABLE]: '{}' })).toThrow()

    vi.stubEnv(DEV_PAGE_VARIABLE, env[DEV_PAGE_VARIABLE])
    vi.stubEnv('NODE_ENV', 'production')
    const shell = join(ROOT, SHELL)
    expect(defineShellConfig(shell).html?.tags).toEqual([])
    expect(defineShellConfig(shell).server?.proxy).toBeUndefined()
    vi.stubEnv('NODE_ENV', 'development')
    expect(defineShellConfig(shell).html?.tags).toHaveLength(4)
    expect(defineShellConfig(shell).server?.historyApiFallback).toBe(true)
  })
})
