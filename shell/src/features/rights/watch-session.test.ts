import { ApiError } from '@propsight/shared/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { OLD_AFTER_MS } from '../../state/on-return.ts'
import { authNoticeAtom, lastApiErrorAtom, userAtom } from '../../state/session.ts'
import { fakeServices, USER_ID } from '../../testing/fake-services.tsx'
import { watchSession } from './watch-session.ts'

const SENTENCE = 'You excluded yourself until August 17, 2026.'
const ends: (() => void)[] = []

function watched(before?: ApiError) {
  const made = fakeServices()
  made.services.store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  made.services.store.set(lastApiErrorAtom, before ?? null)
  ends.push(watchSession(made.services))
  const refuse = (status: number, code: string, message = 'no') =>
    made.services.store.set(lastApiErrorAtom, new ApiError(message, status, code))
  return { ...made, refuse, notice: () => made.services.store.get(authNoticeAtom) }
}
beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

it('a self-exclusion made in another browser signs the user out with the server’s message', async () => {
  const { refuse, supabase, notice } = watched()
  refuse(403, 'SELF_EXCLUDED', SENTENCE)
  await vi.advanceTimersByTimeAsync(0)
  expect(supabase.auth.signOut).toHaveBeenCalledWith({ scope: 'local' })
  expect(notice()).toBe(SENTENCE)
})

it('a self-exclusion refused before the watch began signs the user out', async () => {
  const { supabase, notice } = watched(new ApiError(SENTENCE, 403, 'SELF_EXCLUDED'))
  await vi.advanceTimersByTimeAsync(0)
  expect(supabase.auth.signOut).toHaveBeenCalledOnce()
  expect(notice()).toBe(SENTENCE)
})

it('any other refusal does not sign the user out', async () => {
  const { refuse, supabase } = watched()
  refuse(403, 'FORBIDDEN')
  refuse(429, 'DAILY_LIMIT')
  refuse(503, 'UNAVAILABLE')
  await vi.advanceTimersByTimeAsync(0)
  expect(supabase.auth.signOut).not.toHaveBeenCalled()
  expect(supabase.auth.getUser).not.toHaveBeenCalled()
})

it('a 401 checks the user with the provider, and signs out only when the user is deleted', async () => {
  const { refuse, supabase, notice } = watched()
  refuse(401, 'UNAUTHORIZED')
  await vi.advanceTimersByTimeAsync(0)
  expect(supabase.auth.getUser).toHaveBeenCalledOnce()
  expect(supabase.auth.signOut).not.toHaveBeenCalled()
  const error = Object.assign(new Error('gone'), { code: 'user_not_found' })
  supabase.auth.getUser.mockResolvedValue({ data: { user: null }, error })
  refuse(401, 'UNAUTHORIZED')
  await vi.advanceTimersByTimeAsync(0)
  expect(supabase.auth.signOut).toHaveBeenCalledOnce()
  expect(notice()).toBe('Your session has ended. Sign in again.')
})

it('the rights are requested on focus, at most once per half minute and only with a session', async () => {
  const { services, json } = watched()
  const comeBack = () => window.dispatchEvent(new Event('focus'))
  comeBack()
  expect(json).not.toHaveBeenCalled()
  vi.advanceTimersByTime(OLD_AFTER_MS)
  comeBack()
  comeBack()
  expect(json.mock.calls.map(([path]) => path)).toEqual(['/api/account/rights'])
  vi.advanceTimersByTime(OLD_AFTER_MS)
  document.dispatchEvent(new Event('visibilitychange'))
  expect(json).toHaveBeenCalledTimes(2)
  services.store.set(userAtom, null)
  vi.advanceTimersByTime(OLD_AFTER_MS)
  comeBack()
  expect(json).toHaveBeenCalledTimes(2)
})
