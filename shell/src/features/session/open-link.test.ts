import { ApiError } from '@propsight/shared/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { STORAGE } from '../../config/storage-keys.ts'
import { LINK_EXPIRED, LOGIN_FAILED, OTHER_ACCOUNT } from '../../state/error-text.ts'
import { recordLinkRequest } from '../../state/requested-link.ts'
import {
  authLoadingAtom,
  authNoticeAtom,
  linkOfferAtom,
  mailedLinkAtom,
  passwordResetAtom,
  userAtom,
} from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, otherUserSession, profileRow, sessionOf } from '../../testing/fake-services.tsx'
import { ALREADY_SIGNED_IN, FIRST_PROOF, OTHER_BROWSER, OTHER_MAILBOX } from './open-link.ts'
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
      expect(services.store.get(toastsAtom)).toMatchObject([{ message: OTHER_ACCOUNT, tone: 'low' }])
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
    ['the first proof of a mailbox whose account was usable before', '2026-07-01T00:00:00Z', [FIRST_PROOF]],
    ['the first use of an account that the link created', '2026-07-18T12:00:00Z', []],
  ])('A7 says once that a password may be of another person: %s', async (_, confirmed, texts) => {
    const { services, supabase } = fakeServices()
    requestLinkHere()
    const session = sessionOf(EMAIL)
    const now = '2026-07-18T12:00:01Z'
    Object.assign(session.user, { email_confirmed_at: confirmed, last_sign_in_at: now })
    supabase.answerProfiles(
      { data: { mailbox_proven_at: now }, error: null },
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

describe('F01 a mailed token', () => {
  const mailed = { token_hash: 'ab'.repeat(32), type: 'email', email: EMAIL } as const
  const CONFIRM = '/confirm'
  /** Scripts the answers of the auth service, and counts the uses of the token. */
  function answerVerify(verify: Response | (() => Promise<Response>)) {
    const uses = vi.fn()
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!url.includes('/verify')) return Response.json(sessionOf(EMAIL).user)
      uses(init.method, JSON.parse(String(init.body)))
      return verify instanceof Response ? verify : verify()
    })
    return uses
  }
  const start = (over: object = {}, opened: object = {}) => {
    history.replaceState(null, '', CONFIRM)
    const made = fakeServices()
    made.supabase.auth.setSession.mockResolvedValue({ data: { session: sessionOf(EMAIL) }, error: null })
    startSession(made.services, { ...NO_LINK, ...opened, mailed: { ...mailed, ...over } })
    made.supabase.emit('INITIAL_SESSION', null)
    const read = () => made.services.store.get(mailedLinkAtom)
    return { ...made, read, accept: async () => (await read()?.accept()) ?? null }
  }
  afterEach(() => history.replaceState(null, '', '/'))

  it('is not used while its page is only open', async () => {
    const uses = answerVerify(Response.json(TOKENS))
    const { read, supabase } = start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read()).toMatchObject({ type: 'email', email: EMAIL })
    expect(uses).not.toHaveBeenCalled()
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
  })

  it.each([
    ['email', false],
    ['recovery', true],
    ['email_change', false],
  ] as const)(
    'A6 A8 A12 of the type %s signs in with one press, in a browser that did not ask for it',
    async (type, recovery) => {
      const uses = answerVerify(Response.json(TOKENS))
      const { accept, read, services, supabase } = start({ type })
      expect(await accept()).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      expect(uses.mock.calls).toEqual([['POST', { token_hash: mailed.token_hash, type }]])
      expect(supabase.auth.setSession).toHaveBeenCalledWith(TOKENS)
      expect(read()).toBeNull()
      expect(location.pathname).toBe('/')
      expect(services.store.get(userAtom)?.email).toBe(EMAIL)
      expect(services.store.get(passwordResetAtom)).toBe(recovery)
    },
  )

  it.each([null, 'ada@example.com'])(
    'A7 of another account than its page named (%s) asks before it signs in',
    async (email) => {
      answerVerify(Response.json(TOKENS))
      const { read, services, supabase } = start({ email })
      void read()?.accept()
      await vi.advanceTimersByTimeAsync(1)
      expect(supabase.auth.setSession).not.toHaveBeenCalled()
      expect(services.store.get(linkOfferAtom)?.email).toBe(EMAIL)
      expect(read()).toBeNull()
    },
  )

  it('A7 of another account than the one that is signed in replaces no session', async () => {
    answerVerify(Response.json(TOKENS))
    const { accept, services, supabase } = start()
    const ada = otherUserSession('ada@example.com')
    supabase.emit('SIGNED_IN', ada)
    await vi.advanceTimersByTimeAsync(1)
    await accept()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    expect(services.store.get(toastsAtom)).toMatchObject([{ message: OTHER_ACCOUNT }])
  })

  it.each([
    [403, 'otp_expired', LINK_EXPIRED, true],
    [403, 'self_excluded', 'You excluded yourself. Sign-in stays closed until the exclusion ends.', true],
    [429, 'over_request_rate_limit', 'Too many attempts. Wait a few minutes and try again.', false],
    [503, 'unexpected_failure', 'The server did not answer. Try again.', false],
    [400, 'Call 1-900-555-0100', LOGIN_FAILED, true],
  ])(
    'shows our text for a refusal with status %d and code %s, and stays on its page',
    async (status, error_code, text, isOver) => {
      answerVerify(Response.json({ error_code, msg: 'text of the provider' }, { status }))
      const { accept, read, services } = start()
      expect(await accept()).toEqual({ text, isOver })
      expect(read()).not.toBeNull()
      expect(services.store.get(userAtom)).toBeNull()
    },
  )

  it('can be used after the network failed', async () => {
    const answers = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      async () => Response.json(TOKENS),
    ]
    answerVerify(() => answers.shift()?.() ?? Promise.reject(new Error('one use too many')))
    const { accept, services } = start()
    expect(await accept()).toMatchObject({ isOver: false })
    expect(await accept()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
  })

  it('A12 of the first of two mailboxes says that the other one is needed', async () => {
    answerVerify(Response.json({ code: 200, msg: 'Confirmation link accepted' }))
    const { accept, services } = start({ type: 'email_change' })
    await accept()
    expect(services.store.get(authNoticeAtom)).toBe(OTHER_MAILBOX)
  })
})

describe('an e-mail link with an authorization code', () => {
  const link = { ...NO_LINK, code: 'b0a6e2d4-4c15-4d8e-9f0a-7b1f3c2d1e00' }

  it.each([null, 'recovery'])('A7 A9 signs in by the verifier of this browser (%s)', async (redirectType) => {
    const { services, supabase } = fakeServices()
    supabase.auth.exchangeCodeForSession.mockResolvedValue({
      data: { session: sessionOf(EMAIL), redirectType },
      error: null,
    })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.exchangeCodeForSession).toHaveBeenCalledWith(link.code)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(passwordResetAtom)).toBe(redirectType === 'recovery')
  })

  it('A7 without its verifier is refused, with the reason', async () => {
    const { services, supabase } = fakeServices()
    supabase.auth.exchangeCodeForSession.mockResolvedValue({
      error: { message: 'text of the provider', name: 'AuthPKCECodeVerifierMissingError' },
    })
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(authNoticeAtom)).toBe(OTHER_BROWSER)
  })

  it('A7 is not exchanged while a session is live', async () => {
    const { services, supabase } = fakeServices()
    supabase.setSession(sessionOf(EMAIL))
    startSession(services, link)
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.exchangeCodeForSession).not.toHaveBeenCalled()
    expect(supabase.auth.refreshSession).toHaveBeenCalled()
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(toastsAtom)).toMatchObject([{ message: ALREADY_SIGNED_IN }])
  })
})
