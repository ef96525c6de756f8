import { GoTrueAdminApi, isAuthApiError, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import AuthAdmin from './auth-admin.ts'

const settings = { url: 'https://auth.test/auth/v1', headers: { apikey: 'publishable' } }

describe.each([
  ['the library', GoTrueAdminApi],
  ['the slim replacement', AuthAdmin],
])('the sign-out request of %s', (_, Admin) => {
  const signOut = async (answer: () => Promise<Response>) => {
    const fetchMock = vi.fn<typeof fetch>(answer)
    const { error } = await new Admin({ ...settings, fetch: fetchMock }).signOut('token', 'local')
    const [address, init] = fetchMock.mock.calls[0] ?? []
    const headers = new Headers(init?.headers)
    const request = [String(address), init?.method, headers.get('authorization'), headers.get('apikey')]
    return { error, request }
  }

  it('sends the access token of the user', async () => {
    const { error, request } = await signOut(async () => new Response(null, { status: 204 }))
    expect(error).toBeNull()
    expect(request).toEqual([`${settings.url}/logout?scope=local`, 'POST', 'Bearer token', 'publishable'])
  })

  it('distinguishes an ended session from an unavailable server', async () => {
    const ended = await signOut(async () => Response.json({ msg: 'session_not_found' }, { status: 403 }))
    expect(isAuthApiError(ended.error) && ended.error.status).toBe(403)
    for (const failing of [
      async () => new Response('', { status: 502 }),
      () => Promise.reject(new TypeError('failed')),
    ])
      expect(isAuthRetryableFetchError((await signOut(failing)).error)).toBe(true)
  })
})
