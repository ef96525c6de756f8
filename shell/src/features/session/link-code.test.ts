import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authNoticeAtom, passwordResetAtom, userAtom } from '../../state/session.ts'
import { toastsAtom } from '../../state/toasts.ts'
import { fakeServices, sessionOf } from '../../testing/fake-services.tsx'
// Loaded before, because the page loads it on demand, which takes real time.
import './link.ts'
import { ALREADY_SIGNED_IN, OTHER_BROWSER } from './open-link.ts'
import { startSession } from './start-session.ts'

const NO_LINK = { tokens: null, code: null, recovery: false, mailed: null, error: null }
const EMAIL = 'rae@example.com'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
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
