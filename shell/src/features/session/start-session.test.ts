import { LAST_BOARD_CACHE, OFFLINE_ATTRIBUTE } from '@propsight/shared/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  passwordResetAtom,
  profileAtom,
  signingInAtom,
  userAtom,
} from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, otherUserSession, profileRow, sessionOf } from '../../testing/fake-services.tsx'
import { AUTH_TIMEOUT_MS, startSession } from './start-session.ts'

const NO_LINK = { tokens: null, code: null, recovery: false, mailed: null, error: null }
const EMAIL = 'rae@example.com'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

describe('the session', () => {
  it('S2 ends the loading state after three seconds without an event, and not before', async () => {
    const { services } = fakeServices()
    const stop = startSession(services, NO_LINK)
    await vi.advanceTimersByTimeAsync(AUTH_TIMEOUT_MS - 1)
    expect(services.store.get(authLoadingAtom)).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(authLoadingAtom)).toBe(false)
    stop()
  })

  it('says once, after the reload that ends a sign-in, what that sign-in left to say', async () => {
    const texts = async (signingIn: boolean) => {
      const { services, supabase } = fakeServices()
      services.store.set(signingInAtom, signingIn)
      const stop = startSession(services, NO_LINK)
      supabase.emit('SIGNED_IN', sessionOf(EMAIL))
      await vi.advanceTimersByTimeAsync(1)
      stop()
      return services.store.get(toastsAtom).map(({ message }) => message)
    }
    sessionStorage.setItem(STORAGE.signInNotice, 'Change it.')
    expect(await texts(true)).toEqual([])
    expect(await texts(false)).toEqual(['Change it.'])
    expect(await texts(false)).toEqual([])
  })

  it('shows the user of a stored session that cannot be renewed, and loads the profile when it is renewed', async () => {
    const { services, supabase } = fakeServices()
    services.storage.set(STORAGE.session, JSON.stringify(sessionOf(EMAIL)))
    document.documentElement.setAttribute(OFFLINE_ATTRIBUTE, '')
    startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', null)
    document.documentElement.removeAttribute(OFFLINE_ATTRIBUTE)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)).toEqual({ id: sessionOf(EMAIL).user.id, email: EMAIL })
    expect(services.store.get(authLoadingAtom)).toBe(false)
    expect(services.store.get(profileAtom)).toBeNull()
    supabase.emit('TOKEN_REFRESHED', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(profileAtom)?.credits).toBe(20)
  })

  it.each(['INITIAL_SESSION', 'SIGNED_OUT'] as const)(
    'removes what names the user of a session that ended while no page was open (%s)',
    async (event) => {
      const drop = vi.fn(async () => true)
      vi.stubGlobal('caches', { delete: drop })
      const { services, supabase } = fakeServices()
      const { user } = sessionOf(EMAIL)
      services.storage.set(STORAGE.session, JSON.stringify(sessionOf(EMAIL)))
      services.storage.set(STORAGE.pendingEmail(user.id), 'new@example.com')
      localStorage.setItem(`propsight:settled-until:${user.id}`, '2026-06-01')
      localStorage.setItem('propsight:settings', '{}')
      startSession(services, NO_LINK)
      services.storage.remove(STORAGE.session)
      supabase.emit(event, null)
      expect(Object.keys(localStorage)).toEqual(['propsight:settings'])
      expect(services.storage.get(STORAGE.pendingEmail(user.id))).toBeNull()
      expect(drop).toHaveBeenCalledWith(LAST_BOARD_CACHE)
      expect(services.store.get(authNoticeAtom)).toBeNull()
    },
  )

  it('keeps what names the user of a stored session that could not be read yet', () => {
    const { services, supabase } = fakeServices()
    const { user } = sessionOf(EMAIL)
    services.storage.set(STORAGE.session, JSON.stringify(sessionOf(EMAIL)))
    localStorage.setItem(`propsight:settled-until:${user.id}`, '2026-06-01')
    startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', null)
    expect(localStorage.getItem(`propsight:settled-until:${user.id}`)).toBe('2026-06-01')
  })

  it('shows the user of a stored session at once without a network, and signs out when its renewal is refused', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { services, supabase } = fakeServices()
    services.storage.set(STORAGE.session, JSON.stringify(sessionOf(EMAIL)))
    startSession(services, NO_LINK)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    supabase.emit('SIGNED_OUT', null)
    expect(services.store.get(userAtom)).toBeNull()
    vi.restoreAllMocks()
  })

  it('shows no user for a stored value that is not a session', async () => {
    const { services, supabase } = fakeServices()
    services.storage.set(STORAGE.session, '{"user":7}')
    startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', null)
    expect(services.store.get(userAtom)).toBeNull()
  })

  it('loads the profile and ends the loading state', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(profileAtom)?.credits).toBe(20)
    expect(services.store.get(authLoadingAtom)).toBe(false)
  })

  it('reads the profile once when the client reports the same session twice', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    // Both events are handled before the first profile response.
    vi.advanceTimersByTime(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.queries.filter((name) => name === 'single')).toHaveLength(1)
    supabase.emit('USER_UPDATED', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.queries.filter((name) => name === 'single')).toHaveLength(2)
    expect(services.store.get(authLoadingAtom)).toBe(false)
  })

  it('ends the loading state without a session, and when the profile cannot be read', async () => {
    const signedOut = fakeServices()
    startSession(signedOut.services, NO_LINK)
    signedOut.supabase.emit('INITIAL_SESSION', null)
    expect(signedOut.services.store.get(authLoadingAtom)).toBe(false)
    const broken = fakeServices()
    broken.supabase.answerProfiles({ error: { message: 'away', code: '500' } })
    startSession(broken.services, NO_LINK)
    broken.supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(broken.services.store.get(authLoadingAtom)).toBe(false)
    expect(broken.services.store.get(profileAtom)).toBeNull()
  })

  it('A9 sets the recovery flag on a recovery event; the flag survives a reload and ends with the session', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('PASSWORD_RECOVERY', sessionOf(EMAIL))
    expect(services.store.get(passwordResetAtom)).toBe(true)
    const again = fakeServices()
    startSession(again.services, NO_LINK)
    again.supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(again.services.store.get(passwordResetAtom)).toBe(true)
    supabase.emit('SIGNED_OUT', null)
    expect(services.store.get(passwordResetAtom)).toBe(false)
    expect(localStorage.getItem(STORAGE.passwordReset)).toBeNull()
  })

  it('clears user, profile and cached queries when it ends in any tab', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    services.queryClient.setQueryData(['mine'], 1)
    const addresses = [STORAGE.requestedLink(EMAIL), STORAGE.pendingEmail(sessionOf(EMAIL).user.id)]
    for (const key of addresses) localStorage.setItem(key, 'waits')
    localStorage.setItem(`propsight:settled-until:${sessionOf(EMAIL).user.id}`, '2026-07-18T00:00:00Z')
    const remove = vi.fn(async () => true)
    vi.stubGlobal('caches', { delete: remove })
    supabase.emit('SIGNED_OUT', null)
    vi.unstubAllGlobals()
    expect(remove).toHaveBeenCalledExactlyOnceWith('propsight-board')
    expect(addresses.map((key) => localStorage.getItem(key))).toEqual([null, null])
    expect(Object.keys(localStorage)).toEqual([])
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(profileAtom)).toBeNull()
    expect(services.queryClient.getQueryData(['mine'])).toBeUndefined()
    expect(services.store.get(authNoticeAtom)).toBe('You are signed out.')
  })

  it('A9 keeps the recovery flag to its user, and clears it when it is cleared in another tab', async () => {
    localStorage.setItem(STORAGE.passwordReset, otherUserSession(EMAIL).user.id)
    const { services, supabase } = fakeServices()
    const stop = startSession(services, NO_LINK)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(passwordResetAtom)).toBe(false)
    supabase.emit('PASSWORD_RECOVERY', sessionOf(EMAIL))
    window.dispatchEvent(new StorageEvent('storage', { key: STORAGE.passwordReset, newValue: null }))
    expect(services.store.get(passwordResetAtom)).toBe(false)
    stop()
  })

  it('A9 A13 follows a sign-in of another tab that happened while this page started', async () => {
    const { services, supabase } = fakeServices()
    const stop = startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', null)
    const changeStorage = (key: string, newValue: string) =>
      window.dispatchEvent(new StorageEvent('storage', { key, newValue }))
    changeStorage(STORAGE.session, '{}')
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)).toBeNull()
    supabase.auth.getSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    changeStorage(STORAGE.session, '{"access_token":"a"}')
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    // The recovery flag arrives after the session and applies only to its user.
    changeStorage(STORAGE.passwordReset, otherUserSession(EMAIL).user.id)
    expect(services.store.get(passwordResetAtom)).toBe(false)
    changeStorage(STORAGE.passwordReset, sessionOf(EMAIL).user.id)
    expect(services.store.get(passwordResetAtom)).toBe(true)
    const callsBefore = supabase.auth.getSession.mock.calls.length
    changeStorage(STORAGE.session, '{"access_token":"b"}')
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.getSession.mock.calls).toHaveLength(callsBefore)
    stop()
  })

  it('reloads the page when a different user signs in', async () => {
    const { services, supabase, reload } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    supabase.emit('SIGNED_OUT', null)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).not.toHaveBeenCalled()
    supabase.emit('SIGNED_IN', otherUserSession('ada@example.com'))
    await vi.advanceTimersByTimeAsync(1)
    expect(reload).toHaveBeenCalledOnce()
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
  })

  it('starts with the first refreshed token when the server was unavailable before', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', null)
    expect(services.store.get(userAtom)).toBeNull()
    supabase.emit('TOKEN_REFRESHED', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    const callsBefore = supabase.queries.length
    supabase.emit('TOKEN_REFRESHED', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.queries.length).toBe(callsBefore)
  })
})

describe('the profile row', () => {
  it('A10 with an unknown plan is read as free', async () => {
    const { services, supabase } = fakeServices()
    supabase.answerProfiles({ data: profileRow({ plan: 'gold' }), error: null })
    startSession(services, NO_LINK)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(profileAtom)?.plan).toBe('free')
  })
})
