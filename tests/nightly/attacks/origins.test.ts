import { type RawResponse, sendRaw } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listRoutes } from './support/list-routes.ts'
import { sendBytes } from './support/raw-connection.ts'
import { ADMIN_KEY, openTarget, type Target } from './support/target.ts'

const ALLOWED_ORIGIN = 'https://friend.test'
const FOREIGN_ORIGINS = [
  'https://evil.test',
  'null',
  'https://friend.test.evil.test',
  'https://evilfriend.test',
  'http://friend.test',
  'https://friend.test:8443',
]

let target: Target
beforeAll(async () => {
  target = await openTarget({ CORS_ORIGINS: ALLOWED_ORIGIN })
}, 120_000)
afterAll(() => target?.close(), 30_000)

const json = { 'content-type': 'application/json' }
const get = (path: string, headers: Record<string, string> = {}) =>
  sendRaw(target.url, { method: 'GET', path, headers })
const cookieOf = ({ headers }: RawResponse) => String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
const beginSession = () =>
  sendRaw(target.url, {
    method: 'POST',
    path: '/api/admin/session',
    headers: json,
    body: JSON.stringify({ key: ADMIN_KEY }),
  })

describe('pages of other origins', () => {
  it('cannot read answers unless their origin is configured, and never with cookies', async () => {
    const paths = [
      '/api/info',
      '/api/remotes',
      '/api/admin/session',
      '/rest/v1/my_picks',
      '/auth/v1/settings',
      '/health',
      '/',
    ]
    for (const path of paths) {
      for (const origin of FOREIGN_ORIGINS) {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers } = await sendRaw(target.url, {
            method,
            path,
            headers: { origin, 'access-control-request-method': 'POST' },
          })
          expect(headers['access-control-allow-origin'], `${method} ${path} for ${origin}`).toBeUndefined()
          expect(headers['access-control-allow-credentials']).toBeUndefined()
        }
      }
      const named = await get(path, { origin: ALLOWED_ORIGIN })
      if (path !== '/') expect(named.headers['access-control-allow-origin']).toBe(ALLOWED_ORIGIN)
      expect(named.headers['access-control-allow-credentials']).toBeUndefined()
      expect(String(named.headers.vary)).toMatch(/origin/i)
    }
  })

  it('cannot use the cookie of an administrator by a form, a script or a verb', async () => {
    const cookie = cookieOf(await beginSession())
    const code = JSON.stringify({ code: 'CSRF-CODE', maxUses: 9 })
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://sub.propsight.test' },
      {},
      { referer: `${target.url}/adminaccess` },
      { origin: target.url.replace('127.0.0.1', 'localhost') },
    ]
    const changes = listRoutes(target).filter(
      ({ method, name }) =>
        method !== 'GET' && /\/api\/(admin|developers|access\/create|remotes\/)/.test(name),
    )
    expect(changes.length).toBeGreaterThan(10)
    for (const headers of foreign) {
      for (const { name, method, path } of changes) {
        if (name === 'POST /api/admin/session') continue
        const { status } = await sendRaw(target.url, {
          method,
          path,
          headers: { ...json, cookie, ...headers },
          body: code,
        })
        // 401: some changes require the token of an administrator, which a cookie does not replace.
        expect([401, 403], `${name} with ${JSON.stringify(headers)}: ${status}`).toContain(status)
      }
      const form = await sendRaw(target.url, {
        method: 'POST',
        path: '/api/access/create',
        headers: { 'content-type': 'text/plain', cookie, ...headers },
        body: code,
      })
      expect(form.status).toBe(403)
    }
    expect((await target.sql`select 1 from access_codes where code = 'CSRF-CODE'`).length).toBe(0)
  })

  it('cannot read or send the cookies, which are HttpOnly and SameSite', async () => {
    const admin = String((await beginSession()).headers['set-cookie'])
    expect(admin).toMatch(/httponly/i)
    expect(admin).toMatch(/samesite=strict/i)
    expect(admin).toMatch(/path=\/api/i)
    const visitor = String((await get('/api/remotes')).headers['set-cookie'])
    expect(visitor).toMatch(/httponly/i)
    expect(visitor).toMatch(/samesite=lax/i)
  })

  it('cannot frame, sniff or embed answers', async () => {
    for (const path of ['/', '/api/info', '/api/nowhere', '/bundles/index.html', '/health']) {
      const { headers } = await get(path, { accept: 'text/html' })
      expect(headers['x-frame-options']).toBe('DENY')
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
      expect(headers['content-security-policy']).not.toMatch(/unsafe-(inline|eval)/)
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined()
    }
  })
})

describe('a request with forged headers or paths', () => {
  it('puts no foreign host into the page and reaches no other route', async () => {
    const forgedHeaders = {
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
      'x-original-url': '/api/admin/users',
      'x-rewrite-url': '/api/admin/users',
    }
    const answered = await get('/', { ...forgedHeaders, accept: 'text/html' })
    expect(JSON.stringify(answered)).not.toContain('evil.test')
    expect((await get('/api/info', forgedHeaders)).status).toBe(200)
  })

  it('cannot poison a cache: pages are private and vary by cookie, API answers are not stored', async () => {
    for (const path of ['/', '/picks', '/api/remotes']) {
      const { headers } = await get(path, { accept: 'text/html', host: 'evil.test' })
      expect(String(headers['cache-control'])).toMatch(/private|no-store/)
      expect(String(headers.vary)).toMatch(/cookie/i)
    }
    for (const path of [
      '/api/account/rights',
      '/api/admin/users',
      '/api/nowhere',
      '/api/info/../account/rights/x.css',
      '/api/account/rights;x.css',
    ]) {
      expect(
        String((await get(path, { authorization: `Bearer ${target.owner.token}` })).headers['cache-control']),
      ).toMatch(/no-store/)
    }
  })

  it('cannot inject a response header', async () => {
    const lines = [
      'x%0d%0aSet-Cookie:%20a=b',
      'x%0aSet-Cookie:%20a=b',
      'x%E5%98%8A%E5%98%8DSet-Cookie:%20a=b',
    ]
    for (const text of lines) {
      for (const path of [
        `/api/weather/${text}`,
        `/api/fetch-lines?category=${text}`,
        `/bundles/${text}`,
        `/api/remotes/${text}/releases`,
        `/auth/v1/verify?token=${text}&type=${text}&redirect_to=${text}`,
        `/${text}`,
      ]) {
        const { text: answer } = await sendBytes(
          target.url,
          `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${text}\r\nConnection: close\r\n\r\n`,
        )
        expect(answer.split('\r\n\r\n')[0]).not.toMatch(/^set-cookie: a=b/im)
      }
    }
  })
})
