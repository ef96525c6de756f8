import { ApiError } from '@propsight/shared/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { LINK_EXPIRED, LOGIN_FAILED } from '../../state/error-text.ts'
import { FIRST_PROOF } from '../../state/first-proof.ts'
import { OTHER_ACCOUNT_USED } from '../../state/mail-error-text.ts'
import { recordLinkRequest } from '../../state/requested-link.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  linkOfferAtom,
  passwordResetAtom,
  userAtom,
} from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, otherUserSession, profileRow, sessionOf } from '../../testing/fake-services.tsx'
// Loaded before, because the page loads it on demand, which takes real time.
import './link.ts'
import { startSession } from './start-session.ts'

const NO_LINK = { tokens: null, code: null, recovery: false, mailed: null, error: null }
const TOKENS = { access_token: 'a', refresh_token: 'r' }
const EMAIL = 'rae@example.com'

/** Scripts the account that the auth service reads from the token of a link; null when it refuses the token. */
function answerLinkUser(user: { id: string; email?: string } | null) {
  const call = vi.fn(async (_url: string, _init: RequestInit) =>
    user ? Response.json(user) : Response.json({ msg: 'text of the provider' }, { status: 403 }),
  )
  vi.stubGlobal('fetch', call)
  return call
}
const requestLinkHere = () => recordLinkRequest(fakeServices().services, EMAIL)

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

describe('an e-mail link', () => {
  const link = { ...NO_LINK, tokens: TOKENS }

  beforeEach(() => {
    answerLinkUser(sessionOf(EMAIL).user)
  })

  it('A7 that this browser requested signs in without a question, once', async () => {
    requestLinkHere()
    const { services, supabase } = fakeServices()
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).toHaveBeenCalledWith(TOKENS)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(passwordResetAtom)).toBe(false)
    const again = fakeServices()
    startSession(again.services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(again.supabase.auth.setSession).not.toHaveBeenCalled()
    expect(again.services.store.get(linkOfferAtom)?.email).toBe(EMAIL)
  })

  it('A7 asks before it signs in if the request of this browser is older than the validity of a link', async () => {
    requestLinkHere()
    await vi.advanceTimersByTimeAsync(3_600_001)
    const { services } = fakeServices()
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(linkOfferAtom)?.email).toBe(EMAIL)
  })

  it('A7 that was requested elsewhere signs in only after the visitor accepts it', async () => {
    const { services, supabase } = fakeServices()
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, link)
    supabase.emit('INITIAL_SESSION', null)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(authLoadingAtom)).toBe(false)
    expect(services.store.get(userAtom)).toBeNull()
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    services.store.get(linkOfferAtom)?.accept()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).toHaveBeenCalledWith(TOKENS)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(linkOfferAtom)).toBeNull()
  })

  it('A7 that the visitor declines changes nothing, and its session is ended', async () => {
    const call = answerLinkUser(sessionOf(EMAIL).user)
    const { services, supabase } = fakeServices()
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    services.store.get(linkOfferAtom)?.decline()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(authNoticeAtom)).toBeNull()
    expect(call.mock.calls.map(([url]) => url)).toEqual([
      'http://shell.test/auth/v1/user',
      'http://shell.test/auth/v1/logout?scope=local',
    ])
  })

  it.each([false, true])(
    'A7 of another account never replaces a live session (recovery: %s)',
    async (recovery) => {
      requestLinkHere()
      const { services, supabase } = fakeServices()
      const ada = otherUserSession('ada@example.com')
      supabase.setSession(ada)
      startSession(services, { ...link, recovery })
      supabase.emit('INITIAL_SESSION', ada)
      await vi.advanceTimersByTimeAsync(1)
      expect(supabase.auth.setSession).not.toHaveBeenCalled()
      expect(services.store.get(userAtom)?.email).toBe('ada@example.com')
      expect(services.store.get(linkOfferAtom)).toBeNull()
      expect(services.store.get(passwordResetAtom)).toBe(false)
      expect(services.store.get(toastsAtom)).toMatchObject([{ message: OTHER_ACCOUNT_USED, tone: 'low' }])
    },
  )

  it('A7 whose token the server refuses does not end a live session', async () => {
    answerLinkUser(null)
    const { services, supabase } = fakeServices()
    const ada = otherUserSession('ada@example.com')
    supabase.setSession(ada)
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe('ada@example.com')
    expect(supabase.auth.getUser).not.toHaveBeenCalled()
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
  })

  it('A7 is withdrawn when another tab signs in while it waits for the answer', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    const offer = services.store.get(linkOfferAtom)
    supabase.emit('SIGNED_IN', otherUserSession('ada@example.com'))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(linkOfferAtom)).toBeNull()
    offer?.accept()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    expect(services.store.get(userAtom)?.email).toBe('ada@example.com')
  })

  it('A12 of the account that is signed in renews its session', async () => {
    const { services, supabase } = fakeServices()
    supabase.setSession(sessionOf('old@example.com'))
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
  })

  it.each([
    ['the session that the database names as the first proof', 'own', [FIRST_PROOF]],
    ['a later session', 'of-the-first-proof', []],
    ['an account whose mailbox was proven before it was usable', null, []],
  ])('A7 says that a password may be of another person in %s', async (_, first_proof_session, texts) => {
    const { services, supabase } = fakeServices()
    requestLinkHere()
    const claims = btoa(JSON.stringify({ session_id: 'own', name: '?>?>' }))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
    const session = { ...sessionOf(EMAIL), access_token: `header.${claims}.signature` }
    supabase.answerProfiles(
      { data: { first_proof_session }, error: null },
      { data: profileRow(), error: null },
    )
    supabase.auth.setSession.mockResolvedValue({ data: { session }, error: null })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(toastsAtom).map(({ message }) => message)).toEqual(texts)
  })

  it('A9 for a recovery asks for a new password', async () => {
    requestLinkHere()
    const { services, supabase } = fakeServices()
    supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(services, { ...link, recovery: true })
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(passwordResetAtom)).toBe(true)
    expect(localStorage.getItem(STORAGE.passwordReset)).toBe(sessionOf(EMAIL).user.id)
  })

  it('A7 shows our text at the login when the server refuses its token, and a fallback when it is away', async () => {
    answerLinkUser(null)
    const refused = fakeServices()
    startSession(refused.services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(refused.services.store.get(authNoticeAtom)).toBe(LINK_EXPIRED)
    expect(refused.services.store.get(userAtom)).toBeNull()
    expect(refused.services.store.get(authLoadingAtom)).toBe(false)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    const away = fakeServices()
    startSession(away.services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(away.services.store.get(authNoticeAtom)).toBe(LOGIN_FAILED)
  })

  it('A7 is not called expired when the auth service does not answer while its session is opened', async () => {
    requestLinkHere()
    const { services, supabase } = fakeServices()
    const error = { message: 'Failed to fetch', name: 'AuthRetryableFetchError' }
    supabase.auth.setSession.mockResolvedValue({ data: { session: null }, error })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(authNoticeAtom)).toBe(LOGIN_FAILED)
  })

  it('A7 shows the login when the auth service does not answer in time', async () => {
    vi.stubGlobal(
      'fetch',
      (_url: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    )
    const { services } = fakeServices()
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(authNoticeAtom)).toBeNull()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(services.store.get(authNoticeAtom)).toBe(LOGIN_FAILED)
    expect(services.store.get(authLoadingAtom)).toBe(false)
  })

  it('A7 with an error shows it at the login', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, { ...NO_LINK, error: LINK_EXPIRED })
    supabase.emit('INITIAL_SESSION', null)
    expect(services.store.get(authNoticeAtom)).toBe(LINK_EXPIRED)
  })

  it('A7 with an error keeps a signed-in user signed in, and shows a toast', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, { ...NO_LINK, error: LINK_EXPIRED })
    supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(toastsAtom)).toMatchObject([{ message: LINK_EXPIRED, tone: 'low' }])
  })

  it('A6 with a refused access code signs out with the reason, and removes the stored code', async () => {
    localStorage.setItem(STORAGE.pendingCode(EMAIL), 'USED')
    requestLinkHere()
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
