import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../platform/errors.ts'
import type { Deps } from '../server/build-deps.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import { signToken, TEST_USER, testEnv } from '../testing/test-env.ts'
import { post, repositories, serveApp, withApp } from '../testing/with-app.ts'

const KEY = 'key-of-the-operator'
const WRONG = 'not-the-key-of-the-operator'
const SESSION = randomUUID()
const variables = { ADMIN_KEY: KEY, RATE_LIMITS: 'on' }
/** The second factor has tests of its own in `admin-second-factor.test.ts`. */
const env = testEnv({ ...variables, ADMIN_REQUIRE_TOTP: 'off' })
const admins = (ids: string[]): Deps['repositories']['admins'] => ({
  ...fakeDeps().repositories.admins,
  isAdmin: async (id, session) => ids.includes(id) && session === SESSION,
  list: async () => [],
})
const parts = (ids: string[] = [], changes: Partial<Deps> = {}): Partial<Deps> => ({
  env,
  ...repositories({ admins: admins(ids) }),
  ...changes,
})
const cookieOf = (answer: Response) => answer.headers.get('set-cookie')?.split(';')[0] ?? ''
const ours = { 'sec-fetch-site': 'same-origin' }
const ask = (url: string, headers: Record<string, string>) =>
  fetch(`${url}/api/admin/session`, { headers: { ...ours, ...headers } })
const session = (url: string, key: string, headers = {}) => post(`${url}/api/admin/session`, { key }, headers)

afterEach(() => vi.useRealTimers())

describe('D1 the admin key', () => {
  it('is exchanged for an HttpOnly cookie that is valid for 30 minutes', () =>
    withApp(parts(), async (url) => {
      const begun = await session(url, KEY)
      expect(begun.status).toBe(200)
      expect(begun.headers.get('cache-control')).toBe('no-store')
      const cookie = begun.headers.get('set-cookie') ?? ''
      expect(cookie).toMatch(
        /^propsight-admin=\d{13}\.[\da-f-]{36}\.[\w-]{43}; path=\/api; expires=.*; samesite=strict; httponly$/,
      )
      const { by, expiresAt } = await begun.json()
      expect(by).toBe('key')
      expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(30)
      expect(cookie).not.toContain(KEY)
      const who = await ask(url, { cookie: cookieOf(begun) })
      expect([who.status, await who.json()]).toEqual([200, { by: 'key', expiresAt }])
      const end = await fetch(`${url}/api/admin/session/end`, {
        method: 'POST',
        headers: { ...ours, cookie: cookieOf(begun) },
      })
      expect([end.status, end.headers.get('set-cookie')]).toEqual([
        204,
        expect.stringMatching(/^propsight-admin=; path=\/api; expires=Thu, 01 Jan 1970/),
      ])
      // A copy of the cookie has ended with the session.
      expect((await ask(url, { cookie: cookieOf(begun) })).status).toBe(401)
    }))

  it('loses its cookie also when the end of the session fails', () => {
    const endSession = async () => {
      throw new HttpError(503, 'UNAVAILABLE', 'The database is not answering')
    }
    return withApp({ env, ...repositories({ admins: { ...admins([]), endSession } }) }, async (url) => {
      const cookie = cookieOf(await session(url, KEY))
      const end = await fetch(`${url}/api/admin/session/end`, {
        method: 'POST',
        headers: { ...ours, cookie },
      })
      expect([end.status, end.headers.get('set-cookie')]).toEqual([
        503,
        expect.stringMatching(/^propsight-admin=; path=\/api; expires=Thu, 01 Jan 1970/),
      ])
    })
  })

  it('is exchanged for a Secure cookie when the site uses https', () =>
    withApp(
      parts([], { env: testEnv({ ADMIN_KEY: KEY, PUBLIC_URL: 'https://props.example.com' }) }),
      async (url) => {
        const begun = await session(url, KEY)
        expect(begun.headers.get('set-cookie')).toContain('; secure')
        const from = (origin: string) =>
          fetch(`${url}/api/admin/session`, { headers: { cookie: cookieOf(begun), origin } })
        expect((await from('https://props.example.com')).status).toBe(200)
        expect((await from('https://evil.example.com')).status).toBe(403)
      },
    ))

  it.each<[string, number, Record<string, string>]>([
    ['a same-origin request', 200, { 'sec-fetch-site': 'same-origin' }],
    ['a typed address', 200, { 'sec-fetch-site': 'none' }],
    ['a same-site request', 403, { 'sec-fetch-site': 'same-site' }],
    ['a cross-site request', 403, { 'sec-fetch-site': 'cross-site' }],
    ['a foreign origin', 403, { origin: 'https://evil.example.com' }],
    ['no origin', 403, {}],
  ])('accepts its cookie only from pages of the application: %s', (_, status, headers) =>
    withApp(parts(), async (url) => {
      const cookie = cookieOf(await session(url, KEY))
      const body = { email: 'pat@example.com', granted: 'nonsense' }
      const answer = await post(`${url}/api/admin/set-admin`, body, { ...headers, cookie })
      // An admitted request gets 400, because the body is invalid.
      expect(answer.status).toBe(status === 200 ? 400 : status)
    }),
  )

  it('gives no access by a cookie that is forged, expired or of an earlier key', () =>
    withApp(parts(), async (url) => {
      const good = cookieOf(await session(url, KEY))
      const [, expires = '', id = '', signature = ''] = /=(\d+)\.([\da-f-]+)\.(.+)$/.exec(good) ?? []
      const later = `propsight-admin=${Number(expires) + 60_000}.${id}.${signature}`
      const another = cookieOf(await session(url, KEY)).split('.')[1] ?? ''
      const swapped = `propsight-admin=${expires}.${another}.${signature}`
      const changed = signature.startsWith('A') ? 'B' : 'A'
      const forged = `propsight-admin=${expires}.${id}.${changed}${signature.slice(1)}`
      const unsigned = `propsight-admin=${expires}.${id}`
      for (const cookie of [
        later,
        swapped,
        forged,
        unsigned,
        `${good}.more`,
        'propsight-admin=',
        'propsight-admin=a.b',
      ]) {
        expect([cookie, (await ask(url, { cookie })).status]).toEqual([cookie, 401])
      }
      const rotated = fakeDeps(parts([], { env: testEnv({ ADMIN_KEY: `${KEY}-2`, RATE_LIMITS: 'on' }) }))
      const other = await serveApp(rotated)
      expect((await ask(other.url, { cookie: good })).status).toBe(401)
      await other.close()
      vi.useFakeTimers({ toFake: ['Date'], now: Number(expires) - 1 })
      expect((await ask(url, { cookie: good })).status).toBe(200)
      vi.setSystemTime(Number(expires))
      expect((await ask(url, { cookie: good })).status).toBe(401)
    }))

  it('locks the address for keys, not for sessions, after five wrong attempts, and stays out of the log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    await withApp(parts([TEST_USER], { log }), async (url) => {
      const cookie = cookieOf(await session(url, KEY))
      const authorization = `Bearer ${await signToken({ session: SESSION })}`
      const statuses = []
      for (const attempt of [1, 2]) statuses.push((await session(url, `${WRONG}-${attempt}`)).status)
      for (const path of ['/api/admin/session', '/api/remotes/picks/releases', '/api/rollouts']) {
        const headers = { ...ours, authorization: `Bearer ${WRONG}` }
        statuses.push((await fetch(url + path, { headers })).status)
      }
      expect(statuses).toEqual([401, 401, 401, 401, 401])
      const locked = await session(url, KEY)
      expect(locked.status).toBe(429)
      const wait = Number(locked.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(14 * 60)
      expect(wait).toBeLessThanOrEqual(15 * 60)
      expect((await ask(url, { authorization: `Bearer ${KEY}` })).status).toBe(429)
      expect((await ask(url, {})).status).toBe(429)
      expect((await ask(url, { cookie })).status).toBe(200)
      expect((await ask(url, { authorization })).status).toBe(200)
    })
    expect(lines.length).toBeGreaterThan(8)
    expect(lines.join('')).not.toContain(KEY)
    expect(lines.join('')).not.toContain(WRONG)
  })

  it('is refused in every form when no key is configured', () =>
    withApp(parts([], { env: testEnv({ RATE_LIMITS: 'on' }) }), async (url) => {
      expect((await session(url, 'undefined')).status).toBe(401)
      expect((await ask(url, { authorization: 'Bearer undefined' })).status).toBe(401)
      expect((await ask(url, { cookie: 'propsight-admin=9999999999999.AAAA' })).status).toBe(401)
    }))
})

describe('D1 an administrator session', () => {
  const bearer = async (claims = {}) => ({
    authorization: `Bearer ${await signToken({ session: SESSION, ...claims })}`,
  })

  it('is accepted and reported as an account session when the user has the role', () =>
    withApp(parts([TEST_USER]), async (url) => {
      const who = await ask(url, await bearer())
      expect([who.status, await who.json()]).toEqual([200, { by: 'account', expiresAt: null }])
      const list = await fetch(`${url}/api/admin/admins`, { headers: await bearer() })
      expect([list.status, list.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }))

  it('is refused without a second factor on a hosted project by default, unless the key cookie is sent', () =>
    withApp(parts([TEST_USER], { env: testEnv(variables) }), async (url) => {
      for (const path of ['/api/admin/session', '/api/admin/admins', '/api/rollouts']) {
        const refused = await fetch(url + path, { headers: { ...ours, ...(await bearer()) } })
        expect([path, refused.status, (await refused.json()).code]).toEqual([path, 403, 'SECOND_FACTOR'])
      }
      const cookie = cookieOf(await session(url, KEY))
      expect((await ask(url, { ...(await bearer()), cookie })).status).toBe(200)
    }))

  it.each([
    ['is accepted after it passed the second factor', { enrolled: true, passed: true }, 'on', 200],
    [
      'is refused before it passed the second factor of its user',
      { enrolled: true, passed: false },
      'off',
      403,
    ],
  ] as const)('%s', async (_, state, ADMIN_REQUIRE_TOTP, status) => {
    const { factors } = fakeDeps().repositories
    const read = async () => ({ ...(await factors.read(TEST_USER, SESSION)), ...state })
    const deps = {
      env: testEnv({ ...variables, ADMIN_REQUIRE_TOTP }),
      ...repositories({ admins: admins([TEST_USER]), factors: { ...factors, read } }),
    }
    await withApp(deps, async (url) => {
      expect((await ask(url, await bearer())).status).toBe(status)
    })
  })

  it('is refused when it has ended or when the token names no session', () =>
    withApp(parts([TEST_USER]), async (url) => {
      expect((await ask(url, await bearer({ session: randomUUID() }))).status).toBe(403)
      expect((await ask(url, await bearer({ session: undefined }))).status).toBe(403)
    }))

  it('is refused for other users without counting as a key attempt', () =>
    withApp(parts(), async (url) => {
      for (let call = 0; call < 8; call += 1) {
        expect((await ask(url, await bearer({ sub: randomUUID() }))).status).toBe(403)
        expect((await ask(url, await bearer({ expiresIn: '-1h' }))).status).toBe(401)
        expect(
          (await ask(url, await bearer({ secret: 'another secret of the right length!!' }))).status,
        ).toBe(401)
      }
      expect((await session(url, KEY)).status).toBe(200)
    }))

  it('is refused with the reason SELF_EXCLUDED when the user excluded themselves, unless the key cookie is sent', () =>
    withApp(
      parts([TEST_USER], {
        tokens: {
          verify: async () => {
            throw new HttpError(403, 'SELF_EXCLUDED', 'You excluded yourself until 1 January 2099.')
          },
        },
      }),
      async (url) => {
        const refused = await ask(url, await bearer())
        expect([refused.status, (await refused.json()).code]).toEqual([403, 'SELF_EXCLUDED'])
        const cookie = cookieOf(await session(url, KEY))
        expect((await ask(url, { ...(await bearer()), cookie })).status).toBe(200)
      },
    ))

  it('and the key cookie are each sufficient alone', () =>
    withApp(parts(), async (url) => {
      const cookie = cookieOf(await session(url, KEY))
      for (const headers of [await bearer(), await bearer({ expiresIn: '-1h' })]) {
        const who = await ask(url, { ...headers, cookie })
        expect([who.status, (await who.json()).by]).toEqual([200, 'key'])
      }
      const forged = 'propsight-admin=9999999999999.AAAA'
      expect((await ask(url, { ...(await bearer()), cookie: forged })).status).toBe(403)
    }))

  it('allows the operator calls for remotes and refuses other users', () =>
    withApp(
      {
        env,
        ...repositories({
          admins: admins([TEST_USER]),
          rollouts: {
            ...fakeDeps().repositories.rollouts,
            all: async () => [],
            setDeveloper: async (_email, _granted, actor) => {
              expect(actor).toBe(TEST_USER)
            },
          },
          deployTokens: { ...fakeDeps().repositories.deployTokens, list: async () => [] },
        }),
      },
      async (url) => {
        const headers = await bearer()
        const status = async (path: string) => (await fetch(url + path, { headers })).status
        expect(await status('/api/rollouts')).toBe(200)
        expect(await status('/api/remotes/picks/tokens')).toBe(200)
        const developer = await fetch(`${url}/api/developers`, {
          method: 'PUT',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'pat@example.com' }),
        })
        expect(developer.status).toBe(204)
        const refused = await fetch(`${url}/api/rollouts`, { headers: await bearer({ sub: randomUUID() }) })
        expect(refused.status).toBe(403)
      },
    ))
})
