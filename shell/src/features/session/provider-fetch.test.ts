import { afterEach, expect, it, vi } from 'vitest'
import { createProviderFetch } from './provider-fetch.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['/auth/v1/token?grant_type=refresh_token', 429, 503],
  ['/auth/v1/token?grant_type=refresh_token', 400, 400],
  ['/auth/v1/token?grant_type=refresh_token', 200, 200],
  ['/auth/v1/token?grant_type=password', 429, 429],
  ['/rest/v1/my_picks', 429, 429],
])('a response of %s with status %i reaches the auth client as %i', async (path, sent, received) => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: sent }))
  expect((await createProviderFetch(() => true)(`https://data.test${path}`)).status).toBe(received)
})

it.each([
  [500, { code: '57014', message: 'canceling statement due to statement timeout' }, 503],
  [500, { code: 'XX000', message: 'internal error' }, 500],
  [404, { code: '57014' }, 404],
])(
  'a table response with status %i and %j reaches the client as %i, with its body',
  async (sent, body, received) => {
    vi.stubGlobal('fetch', async () => Response.json(body, { status: sent }))
    const answer = await createProviderFetch(() => false)('https://data.test/rest/v1/my_picks')
    expect([answer.status, await answer.json()]).toEqual([received, body])
  },
)

it('a request to the tables without a token fails while a session is stored that could not be renewed', async () => {
  vi.stubGlobal('fetch', async () => new Response('[]'))
  const rows = 'https://data.test/rest/v1/my_picks'
  const send = (token: string, hasSession: boolean) =>
    createProviderFetch(() => hasSession)(rows, {
      headers: { apikey: 'public', authorization: `Bearer ${token}` },
    })
  await expect(send('public', true)).rejects.toThrow(TypeError)
  expect((await send('public', false)).ok).toBe(true)
  expect((await send('token of a user', true)).ok).toBe(true)
})
