import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorEnvelopeSchema, registrySchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMailbox } from './services/operations/mailbox.ts'
import { fakeDeps } from './testing/fake-deps.ts'
import {
  analysisRelease,
  createStoreWithShell,
  releasesOf,
  rolloutOf,
  shellRelease,
} from './testing/releases.ts'
import { TEST_MAILBOX_KEY, testEnv } from './testing/test-env.ts'
import { bearer, post, repositories, withApp } from './testing/with-app.ts'

const MAILBOX = `/dev/mailbox/${TEST_MAILBOX_KEY}`

const KEY = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'

let store: Awaited<ReturnType<typeof createStoreWithShell>>
beforeAll(async () => {
  store = await createStoreWithShell()
})
afterAll(() => store.remove())

const released = () => ({
  env: testEnv({ BUNDLES_DIR: store.folder }),
  ...repositories({
    releases: releasesOf([rolloutOf([shellRelease]), rolloutOf([analysisRelease])]),
  }),
})
describe('error responses', () => {
  it.each([
    ['an unknown path', 'GET', '/api/nothing', 404, 'NOT_FOUND'],
    ['a missing file', 'GET', '/favicon.ico', 404, 'NOT_FOUND'],
    ['an unsupported method', 'DELETE', '/api/runs', 405, 'METHOD_NOT_ALLOWED'],
    ['a path that cannot be decoded', 'GET', '/api/%zz', 404, 'NOT_FOUND'],
    ['a missing token', 'POST', '/api/runs', 401, 'UNAUTHORIZED'],
    ['a missing file of a release', 'GET', '/bundles/shell/0.1.0/nope.js', 404, 'NOT_FOUND'],
    ['a data service path when the data service is external', 'GET', '/auth/v1/user', 404, 'NOT_FOUND'],
  ])('use the error envelope for %s', async (_what, method, path, status, code) => {
    await withApp({}, async (url) => {
      const response = await fetch(url + path, { method, headers: { accept: 'application/json' } })
      expect(response.status).toBe(status)
      const body = errorEnvelopeSchema.parse(await response.json())
      expect(body).toMatchObject({ code, error: body.message })
      expect(body.requestId).toBe(response.headers.get('x-request-id'))
    })
  })

  it.each([
    ['broken JSON', '{"feature":', {}, 400],
    ['a bare string', '"text"', {}, 400],
    ['a form body', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no content type', 'x', { 'content-type': '' }, 415],
    ['a body beyond the limit', JSON.stringify({ feature: 'x'.repeat(300_000) }), {}, 413],
    ['an encoding', 'not gzip', { 'content-encoding': 'gzip' }, 415],
    ['an unknown encoding', 'x', { 'content-encoding': 'rot13' }, 415],
    ['an unknown field', { feature: 'quick', category: 'Hits', idempotencyKey: KEY, cost: 0 }, {}, 400],
    [
      'text that cannot be stored',
      '{"feature":"quick","category":"Hits","idempotencyKey":"\\u0000"}',
      {},
      400,
    ],
  ])('use the error envelope for a POST request with %s', async (_what, body, headers, status) => {
    await withApp({}, async (url) => {
      const response = await post(`${url}/api/runs`, body, { ...(await bearer()), ...headers })
      expect(response.status).toBe(status)
      errorEnvelopeSchema.parse(await response.json())
    })
  })

  it('reveal only the request id of an unexpected failure', async () => {
    const start = async () => {
      throw new Error('relation "users" does not exist')
    }
    await withApp(repositories({ runs: { ...fakeDeps().repositories.runs, start } }), async (url) => {
      const body = { feature: 'quick', category: 'Hits', idempotencyKey: KEY }
      const response = await post(`${url}/api/runs`, body, {
        ...(await bearer()),
        'x-request-id': 'my-request-1',
      })
      expect(response.status).toBe(500)
      expect(await response.text()).not.toContain('relation')
      expect(response.headers.get('x-request-id')).toBe('my-request-1')
    })
  })

  it('use a generated request id when the given one is invalid', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/api/info`, { headers: { 'x-request-id': 'a b<script>' } })
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(response.headers.get('server-timing')).toMatch(/^app;dur=/)
    })
  })
})

describe('F1 page, registry and bundles', () => {
  it('serve the shell at any address with a private, uncached response', async () => {
    await withApp(released(), async (url) => {
      const response = await fetch(`${url}/some/where`, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('private, no-store')
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`script-src ${url}/bundles/;`)
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(await response.text()).toContain('id="propsight-registry"')
    })
  })

  it('answer 503 with an explanation while no shell is published', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(url, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(503)
      expect(await response.text()).toContain('No release of the shell has been published yet')
    })
  })

  it('list remotes with relative addresses and support revalidation', async () => {
    await withApp(released(), async (url) => {
      const response = await fetch(`${url}/api/remotes`)
      const registry = registrySchema.parse(await response.json())
      expect(registry.remotes.map(({ name, base }) => [name, base])).toEqual([
        ['analysis', `/bundles/analysis/${analysisRelease.version}/`],
      ])
      const again = await fetch(`${url}/api/remotes`, {
        headers: { 'if-none-match': response.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
      })
      expect(again.status).toBe(304)
    })
  })

  it('serve release files as immutable and precompressed', async () => {
    await withApp(released(), async (url) => {
      const file = `${url}/bundles/shell/${shellRelease.version}/static/js/index.js`
      const plain = await fetch(file, { headers: { 'accept-encoding': 'identity' } })
      expect(await plain.text()).toBe('start()')
      expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(plain.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(plain.headers.get('access-control-allow-origin')).toBe('*')
      const head = await fetch(file, { method: 'HEAD', headers: { 'accept-encoding': 'br' } })
      expect(head.headers.get('content-encoding')).toBe('br')
      expect(head.headers.get('content-length')).toBe('10')
    })
  })

  it('let browsers load every file of shell and remotes from the bundle origin, if there is one', async () => {
    const origin = 'https://cdn.example'
    const env = testEnv({ BUNDLES_DIR: store.folder, BUNDLE_ORIGIN: origin })
    await withApp({ ...released(), env }, async (url) => {
      const page = await fetch(url, { headers: { accept: 'text/html' } })
      const html = await page.text()
      const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)]
        .map(([, from = '']) => from)
        // The manifest and the icon of the installed app belong to no release.
        .filter((from) => !/^\/(manifest|icons)/.test(from))
      expect(loaded.length).toBeGreaterThan(1)
      for (const from of loaded) expect(from).toMatch(/^https:\/\/cdn\.example\/bundles\/(shell|analysis)\//)
      expect(loaded).toContain(`${origin}/bundles/shell/${shellRelease.version}/static/js/app.js`)
      for (const directive of ['script-src', 'style-src', 'font-src'])
        expect(page.headers.get('content-security-policy')).toMatch(
          new RegExp(`${directive} [^;]*${origin}/bundles/`),
        )
    })
  })

  it('sandbox every release file so that it cannot act as a page of the application', async () => {
    const folder = join(store.folder, 'shell', shellRelease.version)
    for (const file of ['x.svg', 'x.json']) await writeFile(join(folder, file), '<svg/>')
    await withApp(released(), async (url) => {
      for (const file of ['x.svg', 'x.json']) {
        const address = `${url}/bundles/shell/${shellRelease.version}/${file}`
        const first = await fetch(address)
        const again = await fetch(address, {
          headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
        })
        expect([first.status, again.status]).toEqual([200, 304])
        for (const { headers } of [first, again]) {
          expect(headers.get('content-security-policy')).toMatch(
            /^default-src 'none'; .*\bsandbox\b(?! allow)/,
          )
          expect(headers.get('x-content-type-options')).toBe('nosniff')
        }
      }
    })
  })
})

it('a forwarded protocol header cannot inject into the content security policy', async () => {
  await withApp({ env: testEnv({ TRUST_PROXY: '1' }) }, async (url) => {
    const headers = { 'x-forwarded-proto': "https: *; script-src 'unsafe-inline' https" }
    const response = await fetch(`${url}/api/info`, { headers })
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe-inline')
  })
})

it.each([
  ['x-forwarded-host', { 'x-forwarded-host': 'evil.example' }],
  ['x-forwarded-proto', { 'x-forwarded-proto': 'http' }],
  ['a list of forwarded hosts', { 'x-forwarded-host': 'evil.example, app.example' }],
  ['x-forwarded-host with the port of the product', { 'x-forwarded-host': 'evil.example:443' }],
])('behind a proxy, %s does not enter the policy of an answer', async (_, headers) => {
  const env = testEnv({ TRUST_PROXY: '1', PUBLIC_URL: 'https://app.example' })
  await withApp({ env }, async (url) => {
    for (const path of ['/', '/api/info', '/api/remotes']) {
      const read = async (more: Record<string, string>) =>
        (await fetch(url + path, { headers: { accept: 'text/html', ...more } })).headers.get(
          'content-security-policy',
        )
      expect(await read(headers)).toBe(await read({}))
      expect(await read(headers)).toContain('script-src https://app.example/bundles/;')
    }
  })
})

describe('origin and locality checks', () => {
  it('allow only listed CORS origins', async () => {
    await withApp({ env: testEnv({ CORS_ORIGINS: 'https://app.example' }) }, async (url) => {
      const ask = async (origin: string) =>
        (await fetch(`${url}/api/info`, { headers: { origin } })).headers.get('access-control-allow-origin')
      expect(await ask('https://app.example')).toBe('https://app.example')
      expect(await ask('https://evil.example')).toBeFalsy()
    })
  })

  it('show the mailbox to local requests with the secret of its address only', async () => {
    const mailbox = createMailbox()
    await mailbox.add({ to: 'pat@example.com', subject: 'Hello', text: '', html: '', at: '2026-07-15' })
    await withApp({ mailbox }, async (url) => {
      expect(await (await fetch(`${url}${MAILBOX}/mails.json`)).json()).toMatchObject({
        mails: [{ subject: 'Hello' }],
      })
      const page = await fetch(`${url}${MAILBOX}`, { headers: { accept: 'text/html' } })
      expect(await page.text()).toMatch(new RegExp(`href="${MAILBOX}".*<h2>Hello</h2>`, 's'))
      for (const header of ['x-forwarded-for', 'x-real-ip', 'via', 'x-forwarded-proto']) {
        const proxied = await fetch(`${url}${MAILBOX}/mails.json`, { headers: { [header]: '203.0.113.7' } })
        expect([header, proxied.status]).toEqual([header, 404])
      }
    })
    // A proxy without headers makes every visitor look local: the secret of this start is needed as well.
    await withApp({ mailbox }, async (url) => {
      for (const path of [
        '',
        '.json',
        '/',
        '/mails.json',
        '/another-key-of-16-chars',
        `/${TEST_MAILBOX_KEY}x`,
      ]) {
        const { status } = await fetch(`${url}/dev/mailbox${path}`)
        expect([path, status]).toEqual([path, 404])
      }
    })
    await withApp({ mailbox, env: testEnv({ MAILBOX_KEY: undefined }) }, async (url) => {
      for (const key of ['undefined', TEST_MAILBOX_KEY])
        expect((await fetch(`${url}/dev/mailbox/${key}`)).status).toBe(404)
    })
    // Behind a trusted proxy that adds no headers, every request would look local.
    await withApp({ mailbox, env: testEnv({ TRUST_PROXY: '1' }) }, async (url) => {
      expect((await fetch(`${url}${MAILBOX}/mails.json`)).status).toBe(404)
    })
    await withApp({}, async (url) => {
      expect((await fetch(`${url}${MAILBOX}/mails.json`)).status).toBe(404)
    })
  })
})
