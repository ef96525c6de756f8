import type { Placement, RegistryEntry, ShellApi } from '@propsight/shared/contracts'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../config/storage-keys.ts'
import { loadLog } from '../loader/load-log.ts'
import { containerOf, remoteOf, startHost } from '../loader/testing/federation-host.ts'
import { makeRegistry, makeRelease } from '../loader/testing/make-entry.ts'
import { authLoadingAtom, passwordResetAtom, profileAtom, userAtom } from '../state/session.ts'
import { fakeServices, profileRow, USER_ID } from '../testing/fake-services.tsx'
import { App } from './app.tsx'

const { mocked } = vi.hoisted(() => ({
  mocked: { registry: null as unknown, shell: null as unknown },
}))
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

// Every remote shows its name and keeps the shell that it received.
startHost(async ({ name: container }) => {
  const [name = ''] = container.split('@')
  return containerOf(
    remoteOf(name, ({ shell }) => {
      mocked.shell = shell
      return <p>This is {name}</p>
    }),
  )
})

const entryOf = (name: string, placement: Placement): RegistryEntry => makeRelease(name, { placement })
/** The shell as the remote on screen received it. */
const shellOf = async (name: string): Promise<ShellApi> => {
  await screen.findByText(`This is ${name}`)
  return mocked.shell as ShellApi
}
const isRequested = (name: string) => {
  const { remotes } = mocked.registry as { remotes: RegistryEntry[] }
  const entry = remotes.find((remote) => remote.name === name)
  return loadLog.get().some((load) => load.name === name && load.version === entry?.version)
}

function open(path = '/', { signedIn = true, credits = 84, plan = 'free' } = {}) {
  history.replaceState(null, '', path)
  const made = fakeServices()
  const { store } = made.services
  store.set(authLoadingAtom, false)
  if (signedIn) {
    store.set(userAtom, { id: USER_ID, email: 'rae.kimball@example.com' })
    store.set(profileAtom, profileRow({ credits, plan }) as never)
  }
  render(<App services={made.services} />)
  return { ...made, store, user: userEvent.setup() }
}

beforeEach(() => {
  window.scrollTo = vi.fn()
  mocked.registry = makeRegistry([
    entryOf('analysis', { mount: 'tab', path: '/', title: 'Dashboard', order: 1, icon: 'bars' }),
    entryOf('picks', { mount: 'tab', path: '/picks', title: 'My Picks', order: 2, icon: 'bookmark' }),
    entryOf('admin', { mount: 'page', paths: ['/adminaccess'], title: 'Admin access', signIn: false }),
    entryOf('weather', { mount: 'overlay', title: 'Weather' }),
  ])
})
afterEach(() => localStorage.clear())

const tabBar = () => within(screen.getAllByRole('navigation', { name: 'Main' })[0] as HTMLElement)
const path = () => window.location.pathname

describe('the gate', () => {
  it('S2 shows spinner, Set New Password, login and app, in this order', async () => {
    const { store } = open('/', { signedIn: true })
    act(() => {
      store.set(authLoadingAtom, true)
      store.set(passwordResetAtom, true)
    })
    expect(screen.getByText('Loading...')).toBeTruthy()
    act(() => store.set(authLoadingAtom, false))
    expect(await screen.findByRole('heading', { name: 'Set New Password' })).toBeTruthy()
    expect(document.title).toBe('Set New Password · Propsight')
    act(() => {
      store.set(passwordResetAtom, false)
      store.set(userAtom, null)
    })
    expect(await screen.findByRole('heading', { name: 'Welcome to Propsight' })).toBeTruthy()
    expect(document.title).toBe('Sign in · Propsight')
    act(() => store.set(userAtom, { id: USER_ID, email: 'rae@example.com' }))
    expect(await screen.findByText('This is analysis')).toBeTruthy()
  })
  it('S1 shows pages without sign-in to a signed-out user', async () => {
    open('/AdminAccess/', { signedIn: false })
    expect(await screen.findByText('This is admin')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Account/ })).toBeNull()
  })
})

describe('the header', () => {
  it('S3 S5 shows tabs, credits and the data badge; tabs and logo navigate', async () => {
    const { user } = open('/picks')
    expect(tabBar().getByRole('link', { name: 'My Picks' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('banner').textContent).toContain('84 credits')
    expect(screen.getByText('Sample data')).toBeTruthy()
    await user.click(tabBar().getByRole('link', { name: 'AI Odds Scanner' }))
    expect(path()).toBe('/scanner')
    expect(await screen.findByText('COMING SOON')).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Propsight, Dashboard' }))
    expect(await screen.findByText('This is analysis')).toBeTruthy()
    expect(document.title).toBe('Dashboard · Propsight')
  })
  it('F4 shows one tab for two remotes with the same path: the tab of the remote that opens', async () => {
    const registry = mocked.registry as { remotes: RegistryEntry[] }
    registry.remotes.push(
      entryOf('twin', { mount: 'tab', path: '/picks', title: 'Twin', order: 0, icon: 'nothing-known' }),
    )
    open('/picks')
    expect(await screen.findByText('This is picks')).toBeTruthy()
    expect(tabBar().getAllByRole('link', { current: 'page' })).toHaveLength(1)
    expect(tabBar().queryByRole('link', { name: 'Twin' })).toBeNull()
  })
  it('S3 moves along the tabs by arrow keys, and preloads the remote of the focused tab', async () => {
    const { user } = open('/')
    expect(isRequested('picks')).toBe(false)
    act(() => tabBar().getByRole('link', { name: 'Dashboard' }).focus())
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('My Picks')
    expect(isRequested('picks')).toBe(true)
    await user.keyboard('{End}{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('Dashboard')
  })
  it('S3 S5 has a menu on small screens with tabs and credits that closes on selection', async () => {
    const { user } = open('/')
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    expect(menu.getByText('84')).toBeTruthy()
    expect(menu.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Dashboard',
      'My Picks',
      'AI Odds Scanner',
      'Pricing',
      "Today's pitchers",
    ])
    await user.click(menu.getByRole('link', { name: 'Pricing' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe('/pricing')
  })
  it('H1 links from the menu of small screens to the pitchers page', async () => {
    const { user } = open('/')
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }))
    await user.click(menu.getByRole('link', { name: "Today's pitchers" }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe('/pitchers')
  })
  it('S4 shows the number of unseen notices on the bell; opening marks all as seen and stores the count', async () => {
    const { user } = open('/')
    await user.click(screen.getByRole('button', { name: 'Notifications, 1 unseen' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
    expect(panel.getByText('Propsight Beta Testing')).toBeTruthy()
    expect(panel.getByText('Info')).toBeTruthy()
    expect(localStorage.getItem(STORAGE.notificationsSeen)).toBe('1')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const bell = screen.getByRole('button', { name: 'Notifications' })
    await waitFor(() => expect(document.activeElement).toBe(bell))
  })
  it('S6 A11 opens the account dialog, which shows plan and credits and links to pricing', async () => {
    const { user } = open('/')
    await user.click(screen.getByRole('button', { name: 'Account RK' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Account' }))
    expect(dialog.getByText('rae.kimball@example.com')).toBeTruthy()
    expect(dialog.getByText(/Free, 20 a month/)).toBeTruthy()
    expect(dialog.getByText('1-800-MY-RESET')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Upgrade' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(path()).toBe('/pricing')
  })
  it('A11 offers no upgrade to a paid plan, and signs out', async () => {
    const { user, supabase } = open('/', { plan: 'premium' })
    await user.click(screen.getByRole('button', { name: 'Account RK' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Account' }))
    expect(dialog.queryByRole('button', { name: 'Upgrade' })).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' }))
  })
  it('S8 opens the scanner on the window event switchToAnalysisTab', () => {
    open('/')
    act(() => void window.dispatchEvent(new Event('switchToAnalysisTab')))
    expect(path()).toBe('/scanner')
  })
})

describe('the footer', () => {
  it('S7 links the helplines and opens Contact Us', async () => {
    const { user } = open('/', { signedIn: false })
    const call = await screen.findByRole('link', { name: '1-800-GAMBLER' })
    expect(call.getAttribute('href')).toBe('tel:18004262537')
    expect(screen.getByRole('link', { name: '1-800-MY-RESET' }).getAttribute('href')).toBe('tel:18006973738')
    await user.click(screen.getByRole('button', { name: 'Contact Us' }))
    expect(await screen.findByRole('dialog', { name: 'Contact Us' })).toBeTruthy()
  })

  it.each([
    ['Privacy Policy', 'Privacy Policy', 'Date of birth|date of birth'],
    ['Terms', 'Terms of Service', '18 years'],
    ['Disclaimer', 'Disclaimer', '21 years'],
    ['Accessibility Statement', 'Accessibility Statement', '2 business days'],
  ])('S7 opens the legal text of %s', async (link, title, words) => {
    const { user } = open('/', { signedIn: false })
    await user.click(await screen.findByRole('button', { name: link }))
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.textContent).toContain('Last updated August 5, 2025')
    expect(dialog.textContent).toMatch(new RegExp(words))
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the shell API of a remote', () => {
  it('provides session, credits and location, and follows their changes', async () => {
    const { store } = open('/')
    const shell = await shellOf('analysis')
    const changed = vi.fn()
    const end = shell.credits.subscribe(changed)
    expect(shell.session.get()?.email).toBe('rae.kimball@example.com')
    expect(shell.credits.get()).toBe(84)
    act(() => store.set(profileAtom, profileRow({ credits: 83 }) as never))
    expect(shell.credits.get()).toBe(83)
    expect(changed).toHaveBeenCalled()
    end()
    act(() => shell.navigate('/picks'))
    expect(shell.location.get().path).toBe('/picks')
  })
  it('opens an overlay by name, reports an unknown one, and shows toasts with their action', async () => {
    const { user } = open('/')
    const shell = await shellOf('analysis')
    act(() => shell.openOverlay('weather'))
    expect(await screen.findByRole('dialog', { name: 'Weather' })).toBeTruthy()
    await user.keyboard('{Escape}')
    act(() => shell.openOverlay('nothing'))
    expect(screen.getByRole('alert').textContent).toContain('not available')
    const undo = vi.fn()
    act(() => shell.notify({ message: 'Pick saved', tone: 'good', action: { label: 'Undo', run: undo } }))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(undo).toHaveBeenCalledOnce()
    expect(screen.queryByText('Pick saved')).toBeNull()
  })
  it('reads the profile again on request', async () => {
    const { supabase, store } = open('/')
    supabase.answerProfiles({ data: profileRow({ credits: 12 }), error: null })
    const shell = await shellOf('analysis')
    await act(() => shell.refreshProfile())
    expect(store.get(profileAtom)?.credits).toBe(12)
  })
})
