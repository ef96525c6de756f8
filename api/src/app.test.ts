import { errorEnvelopeSchema, infoAnswer, registrySchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from './deps.ts'
import { DatabaseRefusal } from './repositories/data-service.ts'
import { createMailbox } from './services/mailbox.ts'
import { fakeDeps } from './testing/fake-deps.ts'
import { analysisRelease, shellRelease } from './testing/releases.ts'
import { serveApp } from './testing/serve-app.ts'
import { storeWithShell } from './testing/shell-in-store.ts'
import { signToken, TEST_USER } from './testing/sign-token.ts'
import { testEnv } from './testing/test-env.ts'

const KEY = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const RUN = {
  id: KEY,
  user_id: TEST_USER,
  feature: 'quick',
  category: 'Hits',
  cost: 1,
  expires_at: '2026-07-15T17:00Z',
}

let store: Awaited<ReturnType<typeof storeWithShell>>
beforeAll(async () => {
  store = await storeWithShell()
})
afterAll(() => store.remove())

async function withApp(changes: Partial<Deps>, test: (url: string, deps: Deps) => Promise<void>) {
  const deps = fakeDeps(changes)
  const app = await serveApp(deps)
  try {
    await test(app.url, deps)
  } finally {
    await app.close()
  }
}

const repositories = (changes: Partial<Deps['repositories']>): Partial<Deps> => ({
  repositories: { ...fakeDeps().repositories, ...changes },
})
const released = () => ({
  env: testEnv({ BUNDLES_DIR: store.folder }),
  ...repositories({
    releases: {
      live: async () => ({ releases: [shellRelease, analysisRelease], unreadable: 0 }),
      publish: async () => undefined,
    },
  }),
})
const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const bearer = async () => ({ authorization: `Bearer ${await signToken()}` })

describe('every failure is the envelope', () => {
  it.each([
    ['an unknown path', 'GET', '/api/nothing', 404, 'NOT_FOUND'],
    ['a file that is not there', 'GET', '/favicon.ico', 404, 'NOT_FOUND'],
    ['another method', 'DELETE', '/api/runs', 405, 'METHOD_NOT_ALLOWED'],
    ['a path that cannot be decoded', 'GET', '/api/%zz', 404, 'NOT_FOUND'],
    ['no token', 'POST', '/api/runs', 401, 'UNAUTHORIZED'],
    ['no such file of a release', 'GET', '/bundles/shell/0.1.0/nope.js', 404, 'NOT_FOUND'],
    ['a data service that lives elsewhere', 'GET', '/auth/v1/user', 404, 'NOT_FOUND'],
  ])('for %s', async (_what, method, path, status, code) => {
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
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no type at all', 'x', { 'content-type': '' }, 415],
    ['a body beyond the limit', JSON.stringify({ feature: 'x'.repeat(300_000) }), {}, 413],
    ['a broken encoding', 'not gzip', { 'content-encoding': 'gzip' }, 400],
    ['an unknown encoding', 'x', { 'content-encoding': 'rot13' }, 415],
    ['a field too many', { feature: 'quick', category: 'Hits', idempotencyKey: KEY, cost: 0 }, {}, 400],
    [
      'text that cannot be stored',
      '{"feature":"quick","category":"Hits","idempotencyKey":"\\u0000"}',
      {},
      400,
    ],
  ])('for %s', async (_what, body, headers, status) => {
    await withApp({}, async (url) => {
      const response = await post(`${url}/api/runs`, body, { ...(await bearer()), ...headers })
      expect(response.status).toBe(status)
      errorEnvelopeSchema.parse(await response.json())
    })
  })

  it('tells nothing of an unknown failure but its id', async () => {
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

  it('makes up an id where the given one is not sane', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/api/info`, { headers: { 'x-request-id': 'a b<script>' } })
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(response.headers.get('server-timing')).toMatch(/^app;dur=/)
    })
  })
})

describe('POST /api/runs', () => {
  const start = (outcome: () => Promise<typeof RUN>, seen: unknown[] = []) =>
    repositories({
      runs: {
        ...fakeDeps().repositories.runs,
        start: (run) => {
          seen.push(run)
          return outcome()
        },
      },
    })
  const body = (category: string) => ({ feature: 'quick', category, idempotencyKey: KEY })

  it.each([
    ['Hits', 1],
    ['All Stat Lines', 3],
  ])('charges %s with %d (C1)', async (category, cost) => {
    const seen: unknown[] = []
    await withApp(
      start(async () => RUN, seen),
      async (url) => {
        const response = await post(`${url}/api/runs`, body(category), await bearer())
        expect(await response.json()).toEqual({ runId: KEY, expiresAt: RUN.expires_at })
        expect(seen).toEqual([expect.objectContaining({ cost, userId: TEST_USER, idempotencyKey: KEY })])
      },
    )
  })

  it.each([
    [402, 'No credits remaining', 'NO_CREDITS'],
    [402, 'Not enough credits', 'NOT_ENOUGH_CREDITS'],
    [409, 'This key was used for another analysis', 'CONFLICT'],
  ])('passes %d %s on as %s (C2)', async (status, message, code) => {
    const refuse = async () => {
      throw new DatabaseRefusal(status, message)
    }
    await withApp(start(refuse), async (url) => {
      const response = await post(`${url}/api/runs`, body('Hits'), await bearer())
      expect(response.status).toBe(status)
      expect(await response.json()).toMatchObject({ message, code })
    })
  })

  it('takes ten a minute and then asks for patience', async () => {
    const on = { ...start(async () => RUN), env: testEnv({ RATE_LIMITS: 'on' }) }
    await withApp(on, async (url) => {
      const headers = await bearer()
      const statuses = []
      for (let call = 0; call < 11; call += 1) {
        statuses.push(await post(`${url}/api/runs`, body('Hits'), headers))
      }
      expect(statuses.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429])
      expect(Number(statuses[10]?.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await statuses[10]?.json()).toMatchObject({ code: 'RATE_LIMITED' })
    })
  })
})

describe('access (C3, A4, A5)', () => {
  const access = (changes: Partial<Deps['repositories']['access']>) => ({
    env: testEnv({ PRIVILEGED_EMAILS: 'boss@example.com' }),
    ...repositories({ access: { ...fakeDeps().repositories.access, ...changes } }),
  })
  const who = { email: ' Pat@Example.com ', dateOfBirth: '1990-02-28' }

  it('tells whether an e-mail has an account', async () => {
    await withApp(access({ emailExists: async (email) => email === 'pat@example.com' }), async (url) => {
      expect(await (await post(`${url}/api/access/email-exists`, { email: who.email })).json()).toEqual({
        exists: true,
      })
    })
  })

  it('reserves a code for an e-mail', async () => {
    await withApp(
      access({ reserve: async (code, email, born) => `${code} ${email} ${born}` }),
      async (url) => {
        const response = await post(`${url}/api/access/reserve`, { ...who, code: 'WELCOME' })
        expect(await response.json()).toEqual({ reservedUntil: 'WELCOME pat@example.com 1990-02-28' })
      },
    )
  })

  it.each([
    ['Invalid or already used access code', 'ACCESS_CODE_INVALID'],
    ['You must be 21 or older to create an account', 'UNDERAGE'],
  ])('passes on: %s (C5)', async (message, code) => {
    const reserve = async () => {
      throw new DatabaseRefusal(400, message)
    }
    await withApp(access({ reserve }), async (url) => {
      const response = await post(`${url}/api/access/reserve`, { ...who, code: 'WELCOME' })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: message, message, code })
    })
  })

  it('asks for the code, but not from an e-mail that the operator named', async () => {
    await withApp(access({ reservePrivileged: async (email) => email }), async (url) => {
      const without = await post(`${url}/api/access/reserve`, who)
      expect(await without.json()).toMatchObject({ message: 'Access code required for new accounts' })
      const named = await post(`${url}/api/access/reserve`, { ...who, email: 'BOSS@example.com' })
      expect(await named.json()).toEqual({ reservedUntil: 'boss@example.com' })
    })
  })

  it.each(['2026-02-30', '1990-13-01', '28.02.1990', ''])('refuses the date %j', async (dateOfBirth) => {
    await withApp(access({}), async (url) => {
      expect((await post(`${url}/api/access/reserve`, { ...who, code: 'X', dateOfBirth })).status).toBe(400)
    })
  })

  it('redeems for the signed-in user', async () => {
    await withApp(
      access({ redeem: async (user, code) => user === TEST_USER && code === 'WELCOME' }),
      async (url) => {
        const redeem = async (code: string) => post(`${url}/api/access/redeem`, { code }, await bearer())
        expect(await (await redeem('WELCOME')).json()).toEqual({ redeemed: true })
        expect(await (await redeem('OTHER')).json()).toMatchObject({ code: 'ACCESS_CODE_INVALID' })
      },
    )
  })
})

describe('the page, the registry and the bundles (F1)', () => {
  it('serves the shell at any address, for this visitor only', async () => {
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

  it('says so plainly while no shell is published', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(url, { headers: { accept: 'text/html' } })
      expect(response.status).toBe(503)
      expect(await response.text()).toContain('No release of the shell has been published yet')
    })
  })

  it('answers the registry with relative addresses and revalidates it', async () => {
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

  it('serves files of a release for ever, compressed as they were published', async () => {
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
})

describe('health and information (N13)', () => {
  it('says what is running, without secrets', async () => {
    await withApp({}, async (url) => {
      const response = await fetch(`${url}/api/info`)
      const info = infoAnswer.parse(await response.json())
      expect(info.dataSource).toEqual({
        kind: 'sample',
        label: 'Sample data',
        today: '2026-07-15',
        season: 2026,
      })
      expect(JSON.stringify(info)).not.toMatch(/secret|key/i)
    })
  })

  it('is down when the data service is, and not ready while stopping', async () => {
    const live = async (): Promise<never> => {
      throw new Error('away')
    }
    await withApp(repositories({ releases: { live, publish: async () => undefined } }), async (url) => {
      const response = await fetch(`${url}/health`)
      expect(response.status).toBe(503)
      expect(await response.json()).toMatchObject({
        status: 'down',
        parts: { 'data service': { ok: false } },
      })
    })
    await withApp({ isStopping: () => true }, async (url) => {
      expect((await fetch(`${url}/ready`)).status).toBe(503)
      expect((await fetch(`${url}/health`)).status).toBe(200)
    })
  })

  it('shows metrics to this machine or to the key, and to nobody through a proxy', async () => {
    const env = testEnv({ ADMIN_KEY: 'an admin key of the tests'.replaceAll(' ', '-') })
    await withApp({ env }, async (url) => {
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('propsight_http_request_seconds')
      const proxied = { 'x-forwarded-for': '203.0.113.7' }
      expect((await fetch(`${url}/metrics`, { headers: proxied })).status).toBe(404)
      const keyed = { ...proxied, authorization: `Bearer ${env.ADMIN_KEY}` }
      expect((await fetch(`${url}/metrics`, { headers: keyed })).status).toBe(200)
    })
  })
})

describe('other origins and the mailbox', () => {
  it('lets listed origins in and no other', async () => {
    await withApp({ env: testEnv({ CORS_ORIGINS: 'https://app.example' }) }, async (url) => {
      const ask = async (origin: string) =>
        (await fetch(`${url}/api/info`, { headers: { origin } })).headers.get('access-control-allow-origin')
      expect(await ask('https://app.example')).toBe('https://app.example')
      expect(await ask('https://evil.example')).toBeFalsy()
    })
  })

  it('keeps the mailbox from everyone but a visitor at this machine', async () => {
    const mailbox = createMailbox()
    await mailbox.add({ to: 'pat@example.com', subject: 'Hello', text: '', html: '', at: '2026-07-15' })
    await withApp({ mailbox }, async (url) => {
      expect(await (await fetch(`${url}/dev/mailbox.json`)).json()).toMatchObject({
        mails: [{ subject: 'Hello' }],
      })
      const page = await fetch(`${url}/dev/mailbox`, { headers: { accept: 'text/html' } })
      expect(await page.text()).toContain('<h2>Hello</h2>')
      const proxied = await fetch(`${url}/dev/mailbox.json`, {
        headers: { 'x-forwarded-for': '203.0.113.7' },
      })
      expect(proxied.status).toBe(404)
    })
    await withApp({}, async (url) => {
      expect((await fetch(`${url}/dev/mailbox.json`)).status).toBe(404)
    })
  })
})
