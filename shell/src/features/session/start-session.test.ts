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
import { profileRow, sessionOf } from '../../testing/fake-auth.ts'
import { fakeServices } from '../../testing/fake-services.tsx'
import { readAuthLink, withoutAuthLink } from './auth-link.ts'
import { AUTH_TIMEOUT_MS, startSession } from './start-session.ts'

const NO_LINK = { tokens: null, arrived: false, error: null }
const EMAIL = 'rae@example.com'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('session', () => {
  it('S2 stops waiting after three seconds, and not before', async () => {
    const { services } = fakeServices()
    const stop = startSession(services, NO_LINK)
    await vi.advanceTimersByTimeAsync(AUTH_TIMEOUT_MS - 1)
    expect(services.store.get(authLoadingAtom)).toBe(true)
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(authLoadingAtom)).toBe(false)
    stop()
  })

  it('loads the profile with the session and settles', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(userAtom)?.email).toBe(EMAIL)
    expect(services.store.get(profileAtom)?.credits).toBe(20)
    expect(services.store.get(authLoadingAtom)).toBe(false)
  })

  it('settles without a session, and when the profile cannot be read', async () => {
    const nobody = fakeServices()
    startSession(nobody.services, NO_LINK)
    nobody.supabase.emit('INITIAL_SESSION', null)
    expect(nobody.services.store.get(authLoadingAtom)).toBe(false)
    const broken = fakeServices()
    broken.supabase.answerProfiles({ error: { message: 'away', code: '500' } })
    startSession(broken.services, NO_LINK)
    broken.supabase.emit('INITIAL_SESSION', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(broken.services.store.get(authLoadingAtom)).toBe(false)
    expect(broken.services.store.get(profileAtom)).toBeNull()
  })

  it('A9 a recovery event sets the flag, which outlives a reload and ends with the session', async () => {
    const { services, supabase } = fakeServices()
    startSession(services, NO_LINK)
    supabase.emit('PASSWORD_RECOVERY', sessionOf(EMAIL))
    expect(services.store.get(passwordResetAtom)).toBe(true)
    const again = fakeServices()
    startSession(again.services, NO_LINK)
    expect(again.services.store.get(passwordResetAtom)).toBe(true)
    supabase.emit('SIGNED_OUT', null)
    expect(services.store.get(passwordResetAtom)).toBe(false)
    expect(localStorage.getItem(STORAGE.passwordReset)).toBeNull()
  })

  it('clears user, profile and what was read when the session ends, in whichever tab', async () => {
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

  it('A6 signs out after a link whose code is refused, and says why', async () => {
    localStorage.setItem(STORAGE.pendingCode(EMAIL), 'USED')
    const { services, supabase } = fakeServices(async () => {
      throw new ApiError('Invalid or already used access code', 400, 'ACCESS_CODE_INVALID')
    })
    startSession(services, { ...NO_LINK, arrived: true })
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
    expect(services.store.get(userAtom)).toBeNull()
    expect(services.store.get(authNoticeAtom)).toBe('Invalid or already used access code')
  })
})

describe('A7 what an e-mail link leaves in the address', () => {
  it('takes tokens of type email and magiclink out of the query', () => {
    const address = {
      search: '?tab=1&access_token=a&refresh_token=r&type=magiclink',
      hash: '',
      pathname: '/picks',
    }
    expect(readAuthLink(address).tokens).toEqual({ access_token: 'a', refresh_token: 'r' })
    expect(withoutAuthLink(address)).toBe('/picks?tab=1')
    expect(
      readAuthLink({ search: '?access_token=a&refresh_token=r&type=signup', hash: '' }).tokens,
    ).toBeNull()
  })
  it('sees a link by its hash and an error in it', () => {
    const hash = '#access_token=a&refresh_token=r&type=email'
    expect(readAuthLink({ search: '', hash })).toEqual({ tokens: null, arrived: true, error: null })
    const failed = '#error=access_denied&error_description=Email+link+is+invalid+or+has+expired'
    expect(readAuthLink({ search: '', hash: failed }).error).toBe('Email link is invalid or has expired')
  })
  it('hands the tokens of the query to the auth client', async () => {
    const { services, supabase } = fakeServices()
    const tokens = { access_token: 'a', refresh_token: 'r' }
    startSession(services, { tokens, arrived: true, error: null })
    expect(supabase.auth.setSession).toHaveBeenCalledWith(tokens)
  })
})

describe('profile row', () => {
  it('A10 takes an unknown plan as free', async () => {
    const { services, supabase } = fakeServices()
    supabase.answerProfiles({ data: profileRow({ plan: 'gold' }), error: null })
    startSession(services, NO_LINK)
    supabase.emit('SIGNED_IN', sessionOf(EMAIL))
    await vi.advanceTimersByTimeAsync(1)
    expect(services.store.get(profileAtom)?.plan).toBe('free')
  })
})
