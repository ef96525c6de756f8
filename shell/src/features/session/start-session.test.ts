import { ApiError } from '@propsight/shared/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  passwordResetAtom,
  profileAtom,
  userAtom,
} from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, profileRow, sessionOf } from '../../testing/fake-services.tsx'
import { AUTH_TIMEOUT_MS, startSession } from './start-session.ts'

const NO_LINK = { tokens: null, recovery: false, error: null }
const TOKENS = { access_token: 'a', refresh_token: 'r' }
const EMAIL = 'rae@example.com'
const otherUserSession = (email: string) => {
  const session = sessionOf(email)
  return { ...session, user: { ...session.user, id: '0e9d2a6e-9d4b-4d55-9c9c-0f2c52c1b3aa' } }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
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
    supabase.emit('SIGNED_OUT', null)
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

describe('an e-mail link', () => {
  const link = { ...NO_LINK, tokens: TOKENS }

  it('A7 passes its tokens to the auth client, and shows nothing of the previous user', async () => {
    const { services, supabase } = fakeServices()
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, link)
    supabase.emit('INITIAL_SESSION', otherUserSession('ada@example.com'))
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).toHaveBeenCalledWith(TOKENS)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(passwordResetAtom)).toBe(false)
  })

  it('A9 for a recovery asks for a new password', async () => {
    const { services, supabase } = fakeServices()
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, { ...link, recovery: true })
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(passwordResetAtom)).toBe(true)
    expect(localStorage.getItem(STORAGE.passwordReset)).toBe(sessionOf(EMAIL).user.id)
  })

  it.each([
    ["the provider's reason", async () => ({ error: { message: 'Session not found' } }), 'Session not found'],
    ['no reason', async () => ({ error: { message: '' } }), 'Failed to start login'],
    ['malformed tokens', () => Promise.reject(new SyntaxError('')), 'Failed to start login'],
  ])('A7 shows an error at the login when it fails with %s', async (_, answer, text) => {
    const { services, supabase } = fakeServices()
    supabase.auth.setSession.mockImplementation(answer)
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(authNoticeAtom)).toBe(text)
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(authLoadingAtom)).toBe(false)
  })

  it.each([
    ['Email link is invalid or has expired', 'Email link is invalid or has expired'],
    ['', 'Failed to start login'],
  ])('A7 with an error in the hash (%j) shows it at the login', (error, text) => {
    const { services, supabase } = fakeServices()
    startSession(services, { ...NO_LINK, error })
    supabase.emit('INITIAL_SESSION', null)
    expect(services.store.get(authNoticeAtom)).toBe(text)
  })

  it('A7 with an error keeps a signed-in user signed in, and shows a toast', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, { ...NO_LINK, error: 'Email link is invalid or has expired' })
    supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(toastsAtom)).toMatchObject([
      { message: 'Email link is invalid or has expired', tone: 'low' },
    ])
  })

  it('A6 with a refused access code signs out with the reason, and removes the stored code', async () => {
    localStorage.setItem(STORAGE.pendingCode(EMAIL), 'USED')
    const { services, supabase } = fakeServices(async () => {
      throw new ApiError('Invalid or already used access code', 400, 'ACCESS_CODE_INVALID')
    })
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(authNoticeAtom)).toBe('Invalid or already used access code')
    expect(localStorage.getItem(STORAGE.pendingCode(EMAIL))).toBeNull()
  })

  it('A7 pasted into the address bar of an open page reloads the page', () => {
    const { services, reload } = fakeServices()
    const stop = startSession(services, NO_LINK)
    location.hash = '#main'
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    expect(reload).not.toHaveBeenCalled()
    location.hash = '#access_token=a&refresh_token=r&type=magiclink'
    window.dispatchEvent(new HashChangeEvent('hashchange'))
    expect(reload).toHaveBeenCalled()
    stop()
    history.replaceState(null, '', '/')
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
