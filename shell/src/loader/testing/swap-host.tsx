import type { Registry, RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { act, render, screen } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Update } from '../../state/toasts.ts'
import { swapReleases } from '../background/swap-releases.ts'
import { createRegistryStore, type RegistryStore } from '../registry-store.ts'
import { RemoteView } from '../remote-view.tsx'
import {
  type Container,
  federatedContainer,
  type RemoteInfo,
  remoteOf,
  startHost,
} from './federation-host.ts'
import { makeRegistry } from './make-entry.ts'
import { runEntry } from './show-remote.tsx'

export const shell = { navigate: vi.fn(), notify: vi.fn() } as unknown as ShellApi
export const broken = new Set<string>()
/** What the registry answers. */
export const server: Registry = makeRegistry([])
/** The updates that are offered now. */
export const updates: Update[] = []
let store: RegistryStore
let end = () => {}
export const reload = vi.fn()
export const location = { get: () => ({ path: '/alpha', search: '?day=1' }), navigate: vi.fn() }

export const publish = async (...remotes: RegistryEntry[]) => {
  server.remotes = remotes
  await act(() => store.reload())
}

function Host({ names }: { names: string[] }) {
  const { registry } = useSyncExternalStore(store.subscribe, store.get)
  return names.map((name) => {
    const entry = registry?.remotes.find((each) => each.name === name)
    return entry && <RemoteView key={name} entry={entry} shell={shell} />
  })
}
export async function start(names: string[], ...remotes: RegistryEntry[]) {
  server.remotes = remotes
  const page = document.implementation.createHTMLDocument()
  const from = { page, elementId: 'none', address: '/api/remotes', storage: () => sessionStorage }
  store = createRegistryStore(from)
  await store.reload()
  render(<Host names={names} />, { wrapper: MemoryRouter })
  for (const { name, version } of remotes)
    if (names.includes(name)) await screen.findByText(`${name} ${version}`)
  const onUpdates = (next: readonly Update[]) => {
    updates.splice(0, updates.length, ...next)
  }
  end = swapReleases({ store, version: '0.1.0', location, reload, onUpdates })
}

/** Runs an entry like a built one: it shows its release, and adds a style sheet and a chunk array. */
export async function runRelease({ entry, entryGlobalName }: RemoteInfo): Promise<Container> {
  const [, name = '', version = ''] = /bundles\/([^/]+)\/([^/]+)\//.exec(entry) ?? []
  if (broken.has(version)) throw new Error('broken')
  const Root = () => (
    <p>
      {name} {version} <input aria-label={`field of ${name}`} />
    </p>
  )
  Reflect.set(globalThis, `chunk_${entryGlobalName}`, [])
  const container = federatedContainer(entryGlobalName, remoteOf(name, Root))
  return {
    ...container,
    get(expose) {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.href = `/bundles/${name}/${version}/static/css/remote.css`
      document.head.append(sheet)
      return container.get(expose)
    },
  }
}

/** Starts a host for the tests of a file. Call it once, at the top. */
export function startSwapHost(): void {
  startHost((remote) => runEntry(remote))
  beforeEach(() => {
    updates.length = 0
    delete server.shell
    broken.clear()
    reload.mockClear()
    location.navigate.mockClear()
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(server))
    runEntry.mockReset().mockImplementation(runRelease)
  })
  afterEach(() => {
    end()
    document.head.replaceChildren()
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}
