import { afterEach, expect, it, vi } from 'vitest'
import { providerFetch } from './provider-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['/auth/v1/token?grant_type=refresh_token', 429, 503],
  ['/auth/v1/token?grant_type=refresh_token', 400, 400],
  ['/auth/v1/token?grant_type=refresh_token', 200, 200],
  ['/auth/v1/token?grant_type=password', 429, 429],
  ['/rest/v1/my_picks', 429, 429],
])('a response of %s with status %i reaches the auth client as %i', async (path, sent, received) => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: sent }))
  expect((await providerFetch(`https://data.test${path}`)).status).toBe(received)
})
