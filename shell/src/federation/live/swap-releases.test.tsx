import type { Registry, RegistryEntry, RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const runtime = vi.hoisted(() => ({
  loadRemote: vi.fn(),
  registerRemotes: vi.fn(),
  host: {
    name: 'shell',
    options: { id: 'shell', remotes: [] as { name: string }[] },
    shareScopeMap: { default: { react: { '19.3.1': { from: 'shell', useIn: ['shell'] } } } },
    moduleCache: new Map<string, unknown>(),
    remoteHandler: { idToRemoteMap: {} as Record<string, { name: string }> },
  },
}))
vi.mock('@module-federation/enhanced/runtime', () => ({ ...runtime, getInstance: () => runtime.host }))

import { registerUnsavedWork } from '../../state/unsaved-work.ts'
import type { Update } from '../../state/updates.ts'
import { createRegistryStore, type RegistryStore } from '../registry-store.ts'
import { RemoteView } from '../remote-view.tsx'
import { knownReleases } from '../runtime.ts'
import { makeEntry, makeRegistry } from '../testing/make-entry.ts'
import { swapReleases } from './swap-releases.ts'

const shell = { navigate: vi.fn(), notify: vi.fn() } as unknown as ShellApi
const broken = new Set<string>()
let server: Registry
let made = 0
let updates: readonly Update[] = []
let store: RegistryStore
let end = () => {}
const reload = vi.fn()
const location = { get: () => ({ path: '/alpha', search: '?day=1' }), navigate: vi.fn() }

const release = (name: string, change: Partial<RegistryEntry> = {}): RegistryEntry => {
  made += 1
  const version = `1.0.${made}`
  const remoteEntry = { name: 'static/js/remote-entry.js', path: '' }
  const manifest = {
    metaData: { globalName: `${name}_${made}`, remoteEntry },
    exposes: [{ path: './remote' }],
  }
  return { ...makeEntry(name), version, base: `/bundles/${name}/${version}/`, manifest, ...change }
}
const publish = async (...remotes: RegistryEntry[]) => {
  server = { ...makeRegistry(remotes), shell: server.shell }
  await act(() => store.reload())
}

function Host({ names }: { names: string[] }) {
  const { registry } = useSyncExternalStore(store.subscribe, store.get)
  return names.map((name) => {
    const entry = registry?.remotes.find((each) => each.name === name)
    return entry && <RemoteView key={name} entry={entry} shell={shell} />
  })
}
async function start(names: string[], ...remotes: RegistryEntry[]) {
  server = makeRegistry(remotes)
  const page = document.implementation.createHTMLDocument()
  const from = { page, elementId: 'none', address: '/api/remotes', storage: () => sessionStorage }
  store = createRegistryStore(from)
  await store.reload()
  const view = render(<Host names={names} />)
  for (const { name, version } of remotes)
    if (names.includes(name)) await screen.findByText(`${name} ${version}`)
  end = swapReleases({ store, version: '0.1.0', location, reload, onUpdates: (next) => (updates = next) })
  return view
}

beforeEach(() => {
  updates = []
  broken.clear()
  reload.mockClear()
  location.navigate.mockClear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(server))
  // A container whose Root says which release it is, and a script element as a loader leaves behind.
  runtime.loadRemote.mockImplementation(async (id: string) => {
    const [, name = '', version = ''] = /^(.*)@(.*)#/.exec(id) ?? []
    if (broken.has(version)) throw new Error('broken')
    const sheet = document.createElement('link')
    sheet.rel = 'stylesheet'
    sheet.href = `/bundles/${name}/${version}/static/css/remote.css`
    document.head.append(sheet)
    const Root = (_: RemoteProps) => (
      <p>
        {name} {version} <input aria-label={`field of ${name}`} />
      </p>
    )
    return { default: { name, contract: '1.0', Root } }
  })
  runtime.registerRemotes.mockImplementation(([remote]: [{ name: string; entryGlobalName: string }]) => {
    runtime.host.options.remotes.push(remote)
    runtime.host.moduleCache.set(remote.name, {})
    runtime.host.remoteHandler.idToRemoteMap[`${remote.name}/remote`] = remote
    Reflect.set(globalThis, remote.entryGlobalName, {})
    globalThis.__FEDERATION__.__INSTANCES__.push({
      name: remote.entryGlobalName,
      options: { id: 'shell' },
      shareScopeMap: { own: {} },
    } as never)
    runtime.host.shareScopeMap.default.react['19.3.1'].useIn.push(remote.entryGlobalName)
    Reflect.set(globalThis, `chunk_${remote.entryGlobalName}`, [])
  })
  const scopes = { shell: runtime.host.shareScopeMap }
  globalThis.__FEDERATION__ = { __INSTANCES__: [runtime.host], __SHARE__: scopes } as never
  globalThis.__GLOBAL_LOADING_REMOTE_ENTRY__ ??= {}
})
afterEach(() => {
  end()
  document.head.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('F2 a newer release without a reload', () => {
  it('is loaded in the background and then shown in place, also where it is on the screen', async () => {
    const [one, other] = [release('alpha'), release('beta')]
    await start(['alpha', 'beta'], one, other)
    const untouched = screen.getByLabelText('field of beta')
    const two = release('alpha')
    await publish(two, other)
    await screen.findByText(`alpha ${two.version}`)
    expect(screen.queryByText(`alpha ${one.version}`)).toBeNull()
    expect(screen.getByLabelText('field of beta')).toBe(untouched)
    expect(updates).toEqual([])
  })

  it('waits while work is not saved, says so, and comes when it is', async () => {
    const one = release('alpha')
    await start(['alpha'], one)
    let dirty = true
    const done = registerUnsavedWork(() => dirty)
    const two = release('alpha')
    await publish(two)
    await waitFor(() => expect(updates.map(({ id }) => id)).toEqual([`alpha@${two.version}`]))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    dirty = false
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
    expect(updates).toEqual([])
    done()
  })

  it('is taken at once where the user says so', async () => {
    await start(['alpha'], release('alpha'))
    const done = registerUnsavedWork(() => true)
    const two = release('alpha')
    await publish(two)
    await waitFor(() => expect(updates).toHaveLength(1))
    act(() => updates[0]?.run())
    expect(screen.getByText(`alpha ${two.version}`)).toBeTruthy()
    expect(updates).toEqual([])
    done()
  })

  it('does not come under the fingers of somebody who types', async () => {
    const one = release('alpha')
    await start(['alpha'], one)
    screen.getByLabelText('field of alpha').focus()
    const two = release('alpha')
    await publish(two)
    await waitFor(() => expect(knownReleases()).toContain(`alpha@${two.version}`))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    screen.getByLabelText('field of alpha').blur()
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
  })

  it('does not close a dialog that somebody reads', async () => {
    const one = release('alpha')
    await start(['alpha'], one)
    const dialog = document.createElement('div')
    dialog.role = 'alertdialog'
    dialog.innerHTML = '<button>Delete 3 picks</button>'
    document.body.append(dialog)
    dialog.querySelector('button')?.focus()
    const two = release('alpha')
    await publish(two)
    await waitFor(() => expect(knownReleases()).toContain(`alpha@${two.version}`))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    dialog.remove()
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
  })

  it('leaves the reader where they were, though it begins shorter than it was', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await start(['alpha'], release('alpha'))
    const main = document.body.appendChild(document.createElement('main'))
    vi.spyOn(main, 'offsetHeight', 'get').mockReturnValue(4_000)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValueOnce(900)
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {
      expect(main.style.minHeight).toBe('4000px')
    })
    const two = release('alpha')
    await publish(two)
    await screen.findByText(`alpha ${two.version}`)
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ left: 0, top: 900, behavior: 'instant' })
    vi.advanceTimersByTime(5_000)
    expect(main.style.minHeight).toBe('')
    main.remove()
  })

  it('that is broken changes nothing on the screen, with or without one to fall back to', async () => {
    const one = release('alpha')
    await start(['alpha'], one)
    const field = screen.getByLabelText('field of alpha')
    for (const fallback of [undefined, one]) {
      const next = release('alpha', fallback ? { fallback } : {})
      broken.add(next.version)
      await publish(next)
      await waitFor(() => expect(fetch).toHaveBeenCalled())
      await act(async () => {})
      expect(screen.getByLabelText('field of alpha')).toBe(field)
    }
    expect(shell.notify).not.toHaveBeenCalled()
    const good = release('alpha')
    await publish(good)
    await screen.findByText(`alpha ${good.version}`)
  })

  it('is never a developer’s override, and one for a newer shell is not even asked for', async () => {
    const one = release('alpha', { override: true })
    const two = release('beta')
    await start(['alpha', 'beta'], one, two)
    runtime.loadRemote.mockClear()
    await publish(release('alpha'), release('beta', { contract: '1.9' }))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    expect(screen.getByText(`beta ${two.version}`)).toBeTruthy()
    expect(runtime.loadRemote).not.toHaveBeenCalled()
  })

  it('takes its reader along where it has another address, and nobody else', async () => {
    const at = (path: string) =>
      ({ placement: { mount: 'tab', path, title: 'Part', order: 1 } }) as Pick<RegistryEntry, 'placement'>
    const [one, other] = [release('alpha', at('/alpha')), release('beta', at('/beta'))]
    await start(['alpha', 'beta'], one, other)
    const [two, another] = [release('alpha', at('/alpha')), release('beta', at('/moved'))]
    await publish(two, another)
    await screen.findByText(`beta ${another.version}`)
    await screen.findByText(`alpha ${two.version}`)
    expect(location.navigate).not.toHaveBeenCalled()
    const three = release('alpha', at('/first'))
    await publish(three, another)
    await screen.findByText(`alpha ${three.version}`)
    expect(location.navigate).toHaveBeenCalledExactlyOnceWith('/first?day=1', { replace: true })
  })

  it('takes a remote that was withdrawn off the screen, but not from under work that is not saved', async () => {
    const [one, other] = [release('alpha'), release('beta')]
    await start(['alpha', 'beta'], one, other)
    let dirty = true
    const done = registerUnsavedWork(() => dirty)
    await publish(other)
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    expect(updates).toEqual([])
    dirty = false
    await waitFor(() => expect(screen.queryByText(`alpha ${one.version}`)).toBeNull(), { timeout: 5_000 })
    expect(screen.getByText(`beta ${other.version}`)).toBeTruthy()
    expect(knownReleases()).not.toContain(`alpha@${one.version}`)
    done()
  })

  it('of the shell is an update that reloads', async () => {
    const one = release('alpha')
    await start([], one)
    server.shell = { version: '0.2.0' }
    await publish(one)
    expect(updates).toMatchObject([{ id: 'shell@0.2.0', how: 'reload', title: 'Propsight' }])
    updates[0]?.run()
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('F2 fifty deploys while a page stays open', () => {
  it('leave as many elements, containers and globals behind as one', async () => {
    await start(['alpha'], release('alpha'))
    const size = () => ({
      head: document.head.childElementCount,
      remotes: runtime.host.options.remotes.length,
      modules: runtime.host.moduleCache.size,
      ids: Object.keys(runtime.host.remoteHandler.idToRemoteMap).length,
      globals: Object.keys(globalThis).filter((key) => /alpha_\d/.test(key)).length,
      instances: globalThis.__FEDERATION__.__INSTANCES__.length,
      users: runtime.host.shareScopeMap.default.react['19.3.1'].useIn.length,
      known: knownReleases().filter((key) => key.startsWith('alpha@')).length,
    })
    await publish(release('alpha'))
    await waitFor(() => expect(knownReleases().filter((key) => key.startsWith('alpha@'))).toHaveLength(1))
    const one = size()
    for (let deploy = 0; deploy < 50; deploy += 1) {
      const next = release('alpha')
      await publish(next)
      await screen.findByText(`alpha ${next.version}`)
    }
    await waitFor(() => expect(size()).toEqual(one))
    expect(one).toMatchObject({ head: 1, globals: 2, instances: 2 })
    expect(globalThis.__FEDERATION__.__SHARE__.shell).toBe(runtime.host.shareScopeMap)
  })
})
