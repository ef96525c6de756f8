import type { Placement, RegistryEntry } from '@propsight/shared/contracts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../config/storage-keys.ts'
import { loadLog } from '../loader/load-log.ts'
import { containerOf, remoteOf, startHost } from '../loader/testing/federation-host.ts'
import { makeRegistry, makeRelease } from '../loader/testing/make-entry.ts'
import { layerAtom } from '../state/layer.ts'
import { authLoadingAtom, userAtom } from '../state/session.ts'
import { registerUnsavedWork } from '../state/unsaved-work.ts'
import { fakeServices, profileRow, sessionOf, USER_ID } from '../testing/fake-services.tsx'
import { App } from './app.tsx'

const { mocked } = vi.hoisted(() => ({ mocked: { registry: null as unknown } }))
vi.mock('../loader/use-registry.ts', () => ({
  useRegistry: () => ({
    status: 'ready',
    registry: mocked.registry,
    source: 'page',
    error: null,
    reload: vi.fn(),
  }),
  registryStore: () => ({ get: () => ({ registry: mocked.registry }) }),
}))

// Every remote shows its name.
startHost(async ({ name: container }) => {
  const [name = ''] = container.split('@')
  return containerOf(remoteOf(name, () => <p>This is {name}</p>))
})

const DEV = 'http://127.0.0.1:4101'
const LINK = `/?x=1&dev-remote=picks@${DEV}`
const entryOf = (name: string, placement: Placement): RegistryEntry => makeRelease(name, { placement })
const fromMachine = (entry: RegistryEntry): RegistryEntry => ({ ...entry, base: `${DEV}/`, override: true })
const makeEntries = () => ({
  analysis: entryOf('analysis', { mount: 'tab', path: '/', title: 'Dashboard', order: 1 }),
  picks: entryOf('picks', { mount: 'tab', path: '/picks', title: 'My Picks', order: 2 }),
  admin: entryOf('admin', { mount: 'page', paths: ['/adminaccess'], title: 'Admin', signIn: false }),
})
let entries = makeEntries()
/** The remotes of this test whose code was requested. */
const requested = () =>
  Object.values(entries)
    .filter((entry) => loadLog.get().some(({ version }) => version === entry.version))
    .map(({ name }) => name)

const requests: { url: string; init: RequestInit | undefined }[] = []
let answer = async () => new Response(null, { status: 204 })

function open(path: string, { signedIn = true, developer = true } = {}) {
  history.replaceState(null, '', path)
  const made = fakeServices()
  const { store } = made.services
  const rows = developer ? [{ user_id: USER_ID }] : []
  made.supabase.tables.developers = () => ({ data: rows, error: null })
  made.supabase.setSession(sessionOf('rae@example.com'))
  store.set(authLoadingAtom, false)
  if (signedIn) store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  render(<App services={made.services} />)
  return { ...made, store, user: userEvent.setup() }
}
const toast = (text: RegExp) => screen.findByText(text)
const dialog = () => screen.findByRole('alertdialog', { name: 'Run My Picks from your machine?' })

beforeEach(() => {
  window.scrollTo = vi.fn()
  entries = makeEntries()
  mocked.registry = makeRegistry(Object.values(entries))
  requests.length = 0
  answer = async () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    requests.push({ url, init })
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('F5 a link with an override request', () => {
  it('opens one confirmation with remote and origin, focused on Cancel, and is removed from the URL', async () => {
    const { user, store } = open(LINK)
    const question = await dialog()
    expect(question.textContent).toContain(DEV)
    expect(question.textContent).toContain('can do everything that you can do here')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    expect(window.location.search).toBe('?x=1')
    expect(requests).toEqual([])
    act(() => store.set(layerAtom, { kind: 'override', name: 'picks', url: DEV }))
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(requests).toEqual([])
  })
  it('sends the override to the server after confirmation, stores its owner, and reloads', async () => {
    const { user, reload } = open(LINK)
    await user.click(within(await dialog()).getByRole('button', { name: 'Run it here' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(requests.map(({ url, init }) => [url, init?.method, init?.body])).toEqual([
      ['/api/override', 'PUT', JSON.stringify({ name: 'picks', url: DEV })],
    ])
    expect(new Headers(requests[0]?.init?.headers).get('authorization')).toBe('Bearer token')
    expect(localStorage.getItem(STORAGE.overrideOwner)).toBe(USER_ID)
  })
  it('keeps the dialog open with the reason when the server refuses', async () => {
    answer = async () => Response.json({ error: { message: 'Only developers', code: 'X' } }, { status: 403 })
    const { user, reload } = open(LINK)
    await user.click(within(await dialog()).getByRole('button', { name: 'Run it here' }))
    expect(await screen.findByRole('alert')).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
    expect(localStorage.getItem(STORAGE.overrideOwner)).toBeNull()
  })
  it.each([
    ['no user is signed in', LINK, { signedIn: false }, /Sign in as a developer first/],
    ['the user is not a developer', LINK, { developer: false }, /Only developers/],
    ['the address is of another machine', '/?dev-remote=picks@http://10.0.0.1:80', {}, /of this machine/],
    ['there is no such remote', `/?dev-remote=news@${DEV}`, {}, /no part named news/],
  ])('shows one message and does nothing when %s', async (_, link, who, text) => {
    const { store } = open(link, who)
    expect(await toast(text)).toBeTruthy()
    expect(store.get(layerAtom)).toBeNull()
    expect(window.location.search).not.toContain('dev-remote')
    expect(requests).toEqual([])
  })
  it('is handled only after the session is read', async () => {
    const { store } = open(LINK, { signedIn: false })
    act(() => store.set(authLoadingAtom, true))
    expect(await toast(/Sign in as a developer first/)).toBeTruthy()
    act(() => {
      history.replaceState(null, '', LINK)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    act(() => store.set(userAtom, { id: USER_ID, email: 'rae@example.com' }))
    expect(window.location.search).toContain('dev-remote')
    act(() => store.set(authLoadingAtom, false))
    expect(await dialog()).toBeTruthy()
  })
})

describe('F5 an active override', () => {
  beforeEach(() => {
    const { analysis, picks, admin } = entries
    mocked.registry = makeRegistry([analysis, fromMachine(picks), fromMachine(admin)])
    localStorage.setItem(STORAGE.overrideOwner, USER_ID)
    // A stored session makes the page preload the remote of its route.
    localStorage.setItem(STORAGE.session, '{}')
  })
  it('shows a banner on every screen, and Reset ends it', async () => {
    const { user, reload, services } = open('/')
    expect(await screen.findByText(`My Picks runs from ${DEV}`)).toBeTruthy()
    expect(requested()).toEqual(['analysis'])
    act(() => services.location.navigate('/picks'))
    expect(await screen.findByText('This is picks')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(requests.map(({ url, init }) => [url, init?.method])).toEqual([['/api/override', 'DELETE']])
    expect(localStorage.getItem(STORAGE.overrideOwner)).toBeNull()
  })
  it('asks for confirmation on Reset with unsaved work, and reports an unreachable server', async () => {
    const end = registerUnsavedWork(() => true)
    answer = () => Promise.reject(new TypeError('offline'))
    const { user, reload } = open('/')
    await user.click(await screen.findByRole('button', { name: 'Reset' }))
    expect(requests).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Reset without saving' }))
    expect(await toast(/Nothing was reset/)).toBeTruthy()
    expect(reload).not.toHaveBeenCalled()
    expect(localStorage.getItem(STORAGE.overrideOwner)).toBe(USER_ID)
    end()
  })
  it('ends on sign-out, and its remote is removed from the page', async () => {
    const { store, reload } = open('/picks')
    expect(await screen.findByText('This is picks')).toBeTruthy()
    act(() => store.set(userAtom, null))
    expect(screen.queryByText('This is picks')).toBeNull()
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(requests.map(({ init }) => init?.method)).toEqual(['DELETE'])
  })
  it('never runs for another user, and causes no second reload when the server keeps it', async () => {
    localStorage.setItem(STORAGE.overrideOwner, 'another-user')
    sessionStorage.setItem(STORAGE.overrideEnded, 'true')
    const { reload, supabase } = open('/picks')
    supabase.answerProfiles({ data: [profileRow()], error: null })
    expect(await screen.findByRole('heading', { name: 'My Picks is held back' })).toBeTruthy()
    expect(screen.queryByText('This is picks')).toBeNull()
    expect(requested()).not.toContain('picks')
    expect(requests).toEqual([])
    expect(reload).not.toHaveBeenCalled()
  })
  it('ends when another user is signed in', async () => {
    localStorage.setItem(STORAGE.overrideOwner, 'another-user')
    const { reload } = open('/picks')
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(requests.map(({ url, init }) => [url, init?.method])).toEqual([['/api/override', 'DELETE']])
    expect(screen.queryByText('This is picks')).toBeNull()
    expect(requested()).not.toContain('picks')
  })
  it('does not run on an open page before the session is read', async () => {
    const { store } = open('/adminaccess', { signedIn: false })
    act(() => store.set(authLoadingAtom, true))
    expect(screen.queryByText('This is admin')).toBeNull()
    expect(requested()).toEqual([])
    act(() => {
      store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
      store.set(authLoadingAtom, false)
    })
    expect(await screen.findByText('This is admin')).toBeTruthy()
  })
})

describe('F2 a preview', () => {
  beforeEach(() => {
    const preview = { name: 'picks', version: entries.picks.version }
    mocked.registry = { ...makeRegistry(Object.values(entries)), preview }
  })
  it('has a banner with the release on every screen, and Leave ends it with a reload', async () => {
    const { user, reload, services } = open('/')
    expect(await screen.findByText('You see a preview of My Picks')).toBeTruthy()
    expect(screen.getByText(new RegExp(`${entries.picks.version}, in this browser only`))).toBeTruthy()
    act(() => services.location.navigate('/picks'))
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    expect(requests.map(({ url, init }) => [url, init?.method])).toEqual([['/api/preview', 'DELETE']])
  })
  it('asks for confirmation on Leave with unsaved work', async () => {
    const end = registerUnsavedWork(() => true)
    const { user, reload } = open('/')
    await user.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(requests).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(reload).toHaveBeenCalledOnce())
    end()
  })
})
