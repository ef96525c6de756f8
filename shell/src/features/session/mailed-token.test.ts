import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LINK_EXPIRED, LOGIN_FAILED, NO_ANSWER, OTHER_MAILBOX } from '../../state/error-text.ts'
import { OTHER_ACCOUNT_USED } from '../../state/mail-error-text.ts'
import { recordLinkRequest } from '../../state/requested-link.ts'
import {
  authNoticeAtom,
  linkOfferAtom,
  mailedLinkAtom,
  passwordResetAtom,
  userAtom,
} from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, otherUserSession, sessionOf } from '../../testing/fake-services.tsx'
// Loaded before, because the page loads it on demand, which takes real time.
import './link.ts'
import { startSession } from './start-session.ts'

const NO_LINK = { tokens: null, code: null, recovery: false, mailed: null, error: null }
const TOKENS = { access_token: 'a', refresh_token: 'r' }
const EMAIL = 'rae@example.com'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  localStorage.clear()
})

describe('F01 a mailed token', () => {
  const mailed = { token_hash: 'ab'.repeat(32), type: 'email', email: EMAIL } as const
  const CONFIRM = '/confirm'
  const verified = () => Response.json({ ...TOKENS, user: sessionOf(EMAIL).user })
  const AWAY = {
    data: { session: null },
    error: { message: 'Failed to fetch', name: 'AuthRetryableFetchError' },
  }
  const ended = vi.fn()
  /** Scripts the answers of the auth service, and counts the uses of the token and the ended sessions. */
  function answerVerify(verify: Response | (() => Promise<Response>)) {
    const uses = vi.fn()
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (url.endsWith('/logout?scope=local')) ended(new Headers(init.headers).get('authorization'))
      else uses(init.method, JSON.parse(String(init.body)))
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
  afterEach(() => {
    history.replaceState(null, '', '/')
    ended.mockReset()
  })

  it('is not used while its page is only open', async () => {
    const uses = answerVerify(verified())
    const { read, supabase } = start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(read()).toMatchObject({ type: 'email', email: EMAIL })
    expect(uses).not.toHaveBeenCalled()
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
  })

  it.each([
    ['email', false],
    ['recovery', true],
  ] as const)(
    'A6 A8 of the type %s signs in with one press, in a browser that did not ask for it',
    async (type, recovery) => {
      const uses = answerVerify(verified())
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
      answerVerify(verified())
      const { read, services, supabase } = start({ email })
      void read()?.accept()
      await vi.advanceTimersByTimeAsync(1)
      expect(supabase.auth.setSession).not.toHaveBeenCalled()
      expect(services.store.get(linkOfferAtom)?.email).toBe(EMAIL)
      expect(read()).toBeNull()
    },
  )

  it('A7 of another account than the one that is signed in replaces no session', async () => {
    answerVerify(verified())
    const { accept, services, supabase } = start()
    const ada = otherUserSession('ada@example.com')
    supabase.emit('SIGNED_IN', ada)
    await vi.advanceTimersByTimeAsync(1)
    await accept()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    expect(services.store.get(toastsAtom)).toMatchObject([{ message: OTHER_ACCOUNT_USED }])
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
    const answers = [() => Promise.reject(new TypeError('Failed to fetch')), async () => verified()]
    answerVerify(() => answers.shift()?.() ?? Promise.reject(new Error('one use too many')))
    const { accept, services } = start()
    expect(await accept()).toMatchObject({ isOver: false })
    expect(await accept()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
  })

  it.each([
    ['does not answer', () => Promise.resolve(AWAY)],
    ['fails', () => Promise.resolve({ ...AWAY, error: { message: 'Internal', status: 500 } })],
    ['breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])(
    'signs in with the second press, without another use, if the server %s after its use',
    async (_, fail) => {
      const uses = answerVerify(verified())
      const { accept, read, services, supabase } = start()
      supabase.auth.setSession.mockImplementationOnce(fail)
      expect(await accept()).toEqual({ text: NO_ANSWER, isOver: false })
      expect(read()).not.toBeNull()
      expect(services.store.get(userAtom)).toBeNull()
      expect(await accept()).toBeNull()
      await vi.advanceTimersByTimeAsync(1)
      expect(uses).toHaveBeenCalledOnce()
      expect(services.store.get(userAtom)?.email).toBe(EMAIL)
      expect(ended).not.toHaveBeenCalled()
    },
  )

  it('ends the session that it began if its page is left before the session could be opened', async () => {
    answerVerify(verified())
    const { accept, read, supabase } = start()
    supabase.auth.setSession.mockResolvedValueOnce(AWAY)
    await accept()
    read()?.decline()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalledExactlyOnceWith('Bearer a')
  })

  it('A12 of a change of the e-mail signs no account in, ends its session and says what happened', async () => {
    answerVerify(verified())
    recordLinkRequest(fakeServices().services, EMAIL)
    const { accept, read, services, supabase } = start({ type: 'email_change' })
    expect(await accept()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    expect(services.store.get(linkOfferAtom)).toBeNull()
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(authNoticeAtom)).toBe(`The email is now ${EMAIL}. Sign in with it.`)
    expect(ended).toHaveBeenCalledExactlyOnceWith('Bearer a')
    expect(read()).toBeNull()
    expect(location.pathname).toBe('/')
  })

  it('A12 of a change of the e-mail of another account keeps the session, and says what happened', async () => {
    answerVerify(verified())
    const { accept, services, supabase } = start({ type: 'email_change' })
    supabase.emit('SIGNED_IN', otherUserSession('ada@example.com'))
    await vi.advanceTimersByTimeAsync(1)
    expect(await accept()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).not.toHaveBeenCalled()
    expect(services.store.get(userAtom)?.email).toBe('ada@example.com')
    const message = `The email of another account is now ${EMAIL}. You are still signed in as ada@example.com.`
    expect(services.store.get(toastsAtom)).toMatchObject([{ message }])
    expect(ended).toHaveBeenCalledOnce()
  })

  it('A12 of a change of the e-mail of the account that is signed in renews its session', async () => {
    answerVerify(verified())
    const { accept, services, supabase } = start({ type: 'email_change' })
    supabase.emit('SIGNED_IN', sessionOf('old@example.com'))
    await vi.advanceTimersByTimeAsync(1)
    expect(await accept()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.setSession).toHaveBeenCalledWith(TOKENS)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(toastsAtom)).toEqual([])
    expect(ended).not.toHaveBeenCalled()
  })

  it('A12 of the first of two mailboxes says that the other one is needed', async () => {
    answerVerify(Response.json({ code: 200, msg: 'Confirmation link accepted' }))
    const { accept, services } = start({ type: 'email_change' })
    await accept()
    expect(services.store.get(authNoticeAtom)).toBe(OTHER_MAILBOX)
  })
})
