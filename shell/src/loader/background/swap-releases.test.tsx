import { getInstance, loadRemote, loadShare, registerRemotes } from '@module-federation/enhanced/runtime'
import type { Registry, RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerUnsavedWork } from '../../state/unsaved-work.ts'
import type { Update } from '../../state/updates.ts'
import { listReleases } from '../load-release.ts'
import { createRegistryStore, type RegistryStore } from '../registry-store.ts'
import { RemoteView } from '../remote-view.tsx'
import {
  type Container,
  federatedContainer,
  type RemoteInfo,
  type RunEntry,
  remoteOf,
  type ShareScope,
  startHost,
} from '../testing/federation-host.ts'
import { makeRegistry, makeRelease } from '../testing/make-entry.ts'
import { swapReleases } from './swap-releases.ts'

const runEntry = vi.fn<RunEntry>()
startHost((remote) => runEntry(remote))
/** The share scope that the host passed to the newest container. */
let shareScope: ShareScope = {}

const shell = { navigate: vi.fn(), notify: vi.fn() } as unknown as ShellApi
const broken = new Set<string>()
let server: Registry
let updates: readonly Update[] = []
let store: RegistryStore
let end = () => {}
const reload = vi.fn()
const location = { get: () => ({ path: '/alpha', search: '?day=1' }), navigate: vi.fn() }

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
  render(<Host names={names} />, { wrapper: MemoryRouter })
  for (const { name, version } of remotes)
    if (names.includes(name)) await screen.findByText(`${name} ${version}`)
  const onUpdates = (next: readonly Update[]) => {
    updates = next
  }
  end = swapReleases({ store, version: '0.1.0', location, reload, onUpdates })
}

/** Runs an entry like a built one: it shows its release, and adds a style sheet and a chunk array. */
async function runRelease({ entry, entryGlobalName }: RemoteInfo): Promise<Container> {
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
    init(scope, ...rest) {
      shareScope = scope
      return container.init(scope, ...rest)
    },
    get(expose) {
      const sheet = document.createElement('link')
      sheet.rel = 'stylesheet'
      sheet.href = `/bundles/${name}/${version}/static/css/remote.css`
      document.head.append(sheet)
      return container.get(expose)
    },
  }
}

beforeEach(() => {
  updates = []
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

describe('F2 a newer release without a reload', () => {
  it('is loaded in the background and then replaces the release on the screen', async () => {
    const one = makeRelease('alpha')
    const other = makeRelease('beta')
    await start(['alpha', 'beta'], one, other)
    const untouched = screen.getByLabelText('field of beta')
    const two = makeRelease('alpha')
    await publish(two, other)
    await screen.findByText(`alpha ${two.version}`)
    expect(screen.queryByText(`alpha ${one.version}`)).toBeNull()
    expect(screen.getByLabelText('field of beta')).toBe(untouched)
    expect(updates).toEqual([])
  })

  it('waits while work is unsaved, offers an update, and is shown once work is saved', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    let dirty = true
    const done = registerUnsavedWork(() => dirty)
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(updates.map(({ id }) => id)).toEqual([`alpha@${two.version}`]))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    dirty = false
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
    expect(updates).toEqual([])
    done()
  })

  it('is shown at once when the user runs the update', async () => {
    await start(['alpha'], makeRelease('alpha'))
    const done = registerUnsavedWork(() => true)
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(updates).toHaveLength(1))
    act(() => updates[0]?.run())
    expect(screen.getByText(`alpha ${two.version}`)).toBeTruthy()
    expect(updates).toEqual([])
    done()
  })

  it('waits while a field of the remote has the focus', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    screen.getByLabelText('field of alpha').focus()
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(listReleases()).toContain(`alpha@${two.version}`))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    screen.getByLabelText('field of alpha').blur()
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
  })

  it('waits while a dialog is open', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    const dialog = document.createElement('div')
    dialog.role = 'alertdialog'
    dialog.innerHTML = '<button>Delete 3 picks</button>'
    document.body.append(dialog)
    dialog.querySelector('button')?.focus()
    const two = makeRelease('alpha')
    await publish(two)
    await waitFor(() => expect(listReleases()).toContain(`alpha@${two.version}`))
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    dialog.remove()
    await screen.findByText(`alpha ${two.version}`, {}, { timeout: 5_000 })
  })

  it('keeps the scroll position while the new release is still shorter', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await start(['alpha'], makeRelease('alpha'))
    const main = document.body.appendChild(document.createElement('main'))
    vi.spyOn(main, 'offsetHeight', 'get').mockReturnValue(4_000)
    vi.spyOn(window, 'scrollY', 'get').mockReturnValueOnce(900)
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => {
      expect(main.style.minHeight).toBe('4000px')
    })
    const two = makeRelease('alpha')
    await publish(two)
    await screen.findByText(`alpha ${two.version}`)
    expect(scrolled).toHaveBeenCalledExactlyOnceWith({ left: 0, top: 900, behavior: 'instant' })
    vi.advanceTimersByTime(5_000)
    expect(main.style.minHeight).toBe('')
    main.remove()
  })

  it('changes nothing on the screen when it is broken, with or without a fallback', async () => {
    const one = makeRelease('alpha')
    await start(['alpha'], one)
    const field = screen.getByLabelText('field of alpha')
    for (const fallback of [undefined, one]) {
      const next = makeRelease('alpha', fallback ? { fallback } : {})
      broken.add(next.version)
      await publish(next)
      await waitFor(() => expect(fetch).toHaveBeenCalled())
      await act(async () => {})
      expect(screen.getByLabelText('field of alpha')).toBe(field)
    }
    expect(shell.notify).not.toHaveBeenCalled()
    const good = makeRelease('alpha')
    await publish(good)
    await screen.findByText(`alpha ${good.version}`)
  })

  it('does not replace a developer’s override, and is not requested when it needs a newer shell', async () => {
    const one = makeRelease('alpha', { override: true })
    const two = makeRelease('beta')
    await start(['alpha', 'beta'], one, two)
    const newer = makeRelease('alpha')
    const tooNew = makeRelease('beta', { contract: '1.9' })
    await publish(newer, tooNew)
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    expect(screen.getByText(`beta ${two.version}`)).toBeTruthy()
    // A failed release of an earlier test may still be retried.
    const requested = runEntry.mock.calls.map(([{ entry }]) => entry)
    expect(requested.filter((entry) => entry.includes(`alpha/${newer.version}/`))).toEqual([])
    expect(requested.filter((entry) => entry.includes(`beta/${tooNew.version}/`))).toEqual([])
  })

  it('redirects to its new path when it is on the screen, and only then', async () => {
    const at = (path: string) =>
      ({ placement: { mount: 'tab', path, title: 'Part', order: 1 } }) as Pick<RegistryEntry, 'placement'>
    const one = makeRelease('alpha', at('/alpha'))
    const other = makeRelease('beta', at('/beta'))
    await start(['alpha', 'beta'], one, other)
    const two = makeRelease('alpha', at('/alpha'))
    const another = makeRelease('beta', at('/moved'))
    await publish(two, another)
    await screen.findByText(`beta ${another.version}`)
    await screen.findByText(`alpha ${two.version}`)
    expect(location.navigate).not.toHaveBeenCalled()
    const three = makeRelease('alpha', at('/first'))
    await publish(three, another)
    await screen.findByText(`alpha ${three.version}`)
    expect(location.navigate).toHaveBeenCalledExactlyOnceWith('/first?day=1', { replace: true })
  })

  it('removes a withdrawn remote from the screen once no work is unsaved', async () => {
    const one = makeRelease('alpha')
    const other = makeRelease('beta')
    await start(['alpha', 'beta'], one, other)
    let dirty = true
    const done = registerUnsavedWork(() => dirty)
    await publish(other)
    expect(screen.getByText(`alpha ${one.version}`)).toBeTruthy()
    expect(updates).toEqual([])
    dirty = false
    await waitFor(() => expect(screen.queryByText(`alpha ${one.version}`)).toBeNull(), { timeout: 5_000 })
    expect(screen.getByText(`beta ${other.version}`)).toBeTruthy()
    expect(listReleases()).not.toContain(`alpha@${one.version}`)
    done()
  })

  it('of the shell is an update that reloads', async () => {
    const one = makeRelease('alpha')
    await start([], one)
    server.shell = { version: '0.2.0' }
    await publish(one)
    expect(updates).toMatchObject([{ id: 'shell@0.2.0', how: 'reload', title: 'Propsight' }])
    updates[0]?.run()
    expect(reload).toHaveBeenCalledOnce()
  })
})

describe('F2 fifty deploys while a page stays open', () => {
  it('keep as many elements, containers and globals in memory as one', async () => {
    await start(['alpha'], makeRelease('alpha'))
    const ran = (): RemoteInfo[] => runEntry.mock.calls.map(([remote]) => remote)
    const size = () => ({
      head: document.head.childElementCount,
      globals: Object.keys(globalThis).filter((key) => /alpha_\d/.test(key)).length,
      instances: ran().filter(({ entryGlobalName: name }) => getInstance((each) => each.name === name))
        .length,
      users: Object.values(shareScope.react ?? {}).flatMap(({ useIn }) => useIn).length,
      known: listReleases().filter((key) => key.startsWith('alpha@')).length,
    })
    await publish(makeRelease('alpha'))
    await waitFor(() => expect(listReleases().filter((key) => key.startsWith('alpha@'))).toHaveLength(1))
    const one = size()
    for (let deploy = 0; deploy < 50; deploy += 1) {
      const next = makeRelease('alpha')
      await publish(next)
      await screen.findByText(`alpha ${next.version}`)
    }
    await waitFor(() => expect(size()).toEqual(one))
    expect(one).toEqual({ head: 1, globals: 2, instances: 1, users: 1, known: 1 })
  })

  it('unregister each earlier container, and React is still shared', async () => {
    await start(['alpha'], makeRelease('alpha'))
    const [first] = runEntry.mock.calls[0] ?? []
    if (!first) throw new Error('no entry ran')
    const { name, entry, entryGlobalName } = first
    const next = makeRelease('alpha')
    await publish(next)
    await screen.findByText(`alpha ${next.version}`)
    await expect(loadRemote(`${name}/remote`)).rejects.toThrow('RUNTIME-004')
    expect(await loadShare('react')).toBeTypeOf('function')
    // Nothing is cached: a container with the same name runs its entry again.
    registerRemotes([{ name, entry, entryGlobalName, type: 'global' }])
    runEntry.mockClear()
    await loadRemote(`${name}/remote`)
    expect(runEntry).toHaveBeenCalledOnce()
  })
})
