import { registrySchema } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unavailable } from '../platform/errors.ts'
import { createOverrides } from '../services/releases/tickets.ts'
import { fakeDeps } from '../testing/fake-deps.ts'
import {
  analysisRelease,
  createStoreWithShell,
  pitchersRelease,
  releasesOf,
  rolloutOf,
  shellRelease,
} from '../testing/releases.ts'
import { signToken, TEST_SECRET_KEY, TEST_USER, testEnv } from '../testing/test-env.ts'
import { createVisitor } from '../testing/visitor.ts'
import { serveApp } from '../testing/with-app.ts'

const HTML = { accept: 'text/html' }
const DEV = 'http://127.0.0.1:61999'
const DEVELOPER = TEST_USER
const OTHER_USER = '11111111-6f0e-4d0a-9b0e-1c2d3e4f5a6b'

let store: Awaited<ReturnType<typeof createStoreWithShell>>
let app: Awaited<ReturnType<typeof serveApp>>
const canary = { ...analysisRelease, version: '0.2.0-c' }
const serve = (env: Record<string, string> = {}) =>
  serveApp(
    fakeDeps({
      env: testEnv({ BUNDLES_DIR: store.folder, ...env }),
      repositories: {
        ...fakeDeps().repositories,
        releases: {
          ...releasesOf([
            rolloutOf([shellRelease]),
            rolloutOf([analysisRelease, canary], { canary: { version: canary.version, percent: 50 } }),
            rolloutOf([pitchersRelease]),
          ]),
          isDeveloper: async (user) => user === DEVELOPER,
        },
      },
    }),
  )
beforeAll(async () => {
  store = await createStoreWithShell()
  app = await serve()
})
afterAll(async () => {
  await app?.close()
  await store?.remove()
})

const registryIn = (html: string) =>
  registrySchema.parse(JSON.parse(/id="propsight-registry">(.*?)<\/script>/s.exec(html)?.[1] ?? ''))
const versions = (text: string) =>
  registrySchema.parse(JSON.parse(text)).remotes.map(({ version }) => version)
/** The browser of a developer after the override was confirmed. */
async function overriding(url = app.url) {
  const visitor = createVisitor(url)
  const headers = { authorization: `Bearer ${await signToken({ sub: DEVELOPER })}` }
  const put = (body: unknown) => visitor.send('PUT', '/api/override', body, headers)
  return { visitor, put, answer: await put({ name: 'pitchers', url: `${DEV}/` }) }
}

describe('F2 a visitor', () => {
  it('gets a cookie with the first page and the same releases afterwards', async () => {
    const visitor = createVisitor(app.url)
    const page = await visitor.get('/', HTML)
    expect(page.headers.get('set-cookie')).toMatch(
      /^propsight-visitor=[\da-f-]{36}; path=\/; expires=[^;]+; samesite=lax; httponly$/,
    )
    const first = registryIn(page.text)
    for (let turn = 0; turn < 5; turn += 1) {
      const answer = await visitor.get('/api/remotes')
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect(versions(answer.text)).toEqual(first.remotes.map(({ version }) => version))
    }
  })

  it('gets a new id when the cookie is invalid', async () => {
    const page = await createVisitor(app.url).get('/', { ...HTML, cookie: 'propsight-visitor=<script>' })
    expect(page.headers.get('set-cookie')).toMatch(/^propsight-visitor=[\da-f-]{36};/)
  })

  it('gets a Secure cookie when the site uses https', async () => {
    const secure = await serve({ PUBLIC_URL: 'https://app.example' })
    const page = await createVisitor(secure.url).get('/', HTML)
    await secure.close()
    expect(page.headers.get('set-cookie')).toContain('; secure;')
  })

  it('gets a private page and registry, and revalidates the registry by ETag', async () => {
    const visitor = createVisitor(app.url)
    const page = await visitor.get('/', HTML)
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('vary')).toContain('Cookie')
    expect(page.headers.get('integrity-policy')).toBe('blocked-destinations=(script)')
    expect(page.headers.get('server-timing')).toMatch(/^registry;dur=[\d.]+, render;dur=[\d.]+, total;dur=/)
    const registry = await visitor.get('/api/remotes')
    expect(registry.headers.get('cache-control')).toBe('private, no-cache')
    expect(registry.headers.get('vary')).toContain('Cookie')
    expect(registry.headers.get('server-timing')).toMatch(/^registry;dur=[\d.]+, total;dur=/)
    const etag = registry.headers.get('etag') ?? ''
    // A browser sends this when the page sets the tag itself.
    const again = await visitor.get('/api/remotes', { 'if-none-match': etag, 'cache-control': 'no-cache' })
    expect([again.status, again.text]).toEqual([304, ''])
    // A proxy that compresses the response makes the tag weak.
    expect((await visitor.get('/api/remotes', { 'if-none-match': `"x", W/${etag}` })).status).toBe(304)
    expect((await visitor.get('/api/remotes', { 'if-none-match': '"x"' })).status).toBe(200)
  })

  it('gets a new ticket with every answer', async () => {
    const visitor = createVisitor(app.url)
    const page = registryIn((await visitor.get('/pitchers', HTML)).text).ticket
    const registry = (await visitor.registry()).ticket
    expect(page).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(registry).toMatch(/^[\w-]+\.[\w-]{43}$/)
    expect(registry).not.toBe(page)
  })
})

describe('F5 a developer override', () => {
  it('replaces one remote with the dev server in this browser only', async () => {
    const { visitor, answer } = await overriding()
    expect(answer.status).toBe(204)
    expect(answer.headers.get('set-cookie')).toMatch(
      /propsight-override=[\w-]+\.[\w-]{43}; path=\/; samesite=lax; httponly$/,
    )
    const page = await visitor.get('/', HTML)
    const entry = registryIn(page.text).remotes.find(({ name }) => name === 'pitchers')
    expect(entry).toMatchObject({ override: true, version: '0.0.0-override', base: `${DEV}/`, integrity: {} })
    expect(versions((await visitor.get('/api/remotes')).text)).toContain('0.0.0-override')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src ${app.url}/bundles/ ${DEV};`)
    expect(policy).toContain(`style-src ${app.url}/bundles/ ${DEV} 'sha256-`)
    expect(policy).toMatch(/connect-src 'self' [^;]*http:\/\/127.0.0.1:61999 ws:\/\/127.0.0.1:61999;/)
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('integrity-policy')).toBeNull()

    const other = await createVisitor(app.url).get('/', {
      ...HTML,
      cookie: `propsight-override=${visitor.cookies.get('propsight-override')}`,
    })
    expect(other.text).not.toContain('0.0.0-override')
    expect(other.headers.get('content-security-policy')).not.toContain(DEV)
    expect(other.headers.get('set-cookie')).toContain('propsight-override=;')
  })

  it('writes a dev server at ::1 as localhost in the policy', async () => {
    const { visitor, put } = await overriding()
    expect((await put({ name: 'pitchers', url: 'http://[::1]:61999' })).status).toBe(204)
    const policy = (await visitor.get('/', HTML)).headers.get('content-security-policy')
    expect(policy).toContain(`script-src ${app.url}/bundles/ http://localhost:61999;`)
  })

  it('ends with DELETE, signed in or not', async () => {
    const { visitor } = await overriding()
    expect((await visitor.send('DELETE', '/api/override', undefined)).status).toBe(204)
    expect(visitor.cookies.has('propsight-override')).toBe(false)
    expect((await visitor.get('/', HTML)).text).not.toContain('0.0.0-override')
  })

  it('is refused for other users, other hosts and unknown remotes', async () => {
    const visitor = createVisitor(app.url)
    const as = async (sub: string) => ({ authorization: `Bearer ${await signToken({ sub })}` })
    const body = { name: 'pitchers', url: DEV }
    const put = async (sent: unknown, headers = {}) =>
      (await visitor.send('PUT', '/api/override', sent, headers)).status
    expect(await put(body)).toBe(401)
    expect(await put(body, await as(OTHER_USER))).toBe(403)
    const developer = await as(DEVELOPER)
    for (const url of [
      'https://127.0.0.1:61999',
      'http://127.0.0.1',
      'http://127.0.0.1:61999/app',
      'http://127.0.0.1:99999',
      'http://evil.example:61999',
      'http://localhost.evil.example:61999',
      'http://user@127.0.0.1:61999',
    ])
      expect([url, await put({ ...body, url }, developer)]).toEqual([url, 400])
    expect(await put({ ...body, name: 'nobody' }, developer)).toBe(404)
    expect(await put({ ...body, name: 'shell' }, developer)).toBe(404)
    const text = { ...developer, 'content-type': 'text/plain' }
    expect(await put(body, text)).toBe(415)
    expect(visitor.cookies.has('propsight-override')).toBe(false)
  })

  it.each([
    ['is forged', (sealed: string) => `${sealed.slice(0, -4)}AAAA`],
    ['is garbage', () => 'a.b.c'],
    [
      'has expired',
      (_: string, visitor: string) =>
        createOverrides({ secret: TEST_SECRET_KEY, now: () => Date.now() - 24 * 3_600_000 }).seal({
          name: 'pitchers',
          url: DEV,
          visitor,
          user: DEVELOPER,
        }),
    ],
    [
      'names another host',
      (_: string, visitor: string) =>
        createOverrides({ secret: TEST_SECRET_KEY }).seal({
          name: 'pitchers',
          url: 'https://evil.example:1',
          visitor,
          user: DEVELOPER,
        }),
    ],
  ])('is ignored and removed when its cookie %s', async (_what, spoil) => {
    const { visitor } = await overriding()
    const id = visitor.cookies.get('propsight-visitor') ?? ''
    const sealed = visitor.cookies.get('propsight-override') ?? ''
    visitor.cookies.set('propsight-override', spoil(sealed, id))
    const page = await visitor.get('/', HTML)
    expect(page.text).not.toContain('0.0.0-override')
    expect(page.headers.get('content-security-policy')).not.toMatch(/61999|evil/)
    expect(visitor.cookies.has('propsight-override')).toBe(false)
  })

  it('cannot be set by opening an address', async () => {
    const visitor = createVisitor(app.url)
    for (const path of [
      `/?dev-remote=pitchers@${DEV}`,
      `/api/override?name=pitchers&url=${DEV}`,
      '/api/override',
    ]) {
      const answer = await visitor.get(path, HTML)
      expect(answer.headers.get('set-cookie') ?? '').not.toContain('propsight-override')
      expect(answer.headers.get('content-security-policy')).not.toContain(':61999')
    }
  })
})

describe('F4 an instance without the data service', () => {
  const away = (folder: string) =>
    serveApp(
      fakeDeps({
        env: testEnv({ BUNDLES_DIR: folder }),
        repositories: {
          ...fakeDeps().repositories,
          releases: { ...releasesOf([]), rollouts: () => Promise.reject(unavailable('The data service')) },
        },
      }),
    )

  it('starts the shell with the static page when it has never read a registry', async () => {
    const visitor = createVisitor(app.url)
    await visitor.registry()
    await expect.poll(async () => (await visitor.get('/bundles/index.html')).status).toBe(200)
    const other = await away(store.folder)
    const page = await createVisitor(other.url).get('/picks', HTML)
    const registry = await createVisitor(other.url).get('/api/remotes')
    await other.close()
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.text).toContain('id="propsight-config"')
    expect(registry.status).toBe(503)
  })

  it('answers 503 with an explanation when there is no static page either', async () => {
    const other = await away('/nonexistent')
    const page = await createVisitor(other.url).get('/', HTML)
    await other.close()
    expect(page.status).toBe(503)
    expect(page.text).toContain('The data service is not answering.')
  })
})

it('F4 GET /bundles/index.html serves the static page of the live shell', async () => {
  const visitor = createVisitor(app.url)
  await visitor.registry()
  await expect.poll(async () => (await visitor.get('/bundles/index.html')).status).toBe(200)
  const page = await visitor.get('/bundles/index.html', HTML)
  expect(page.headers.get('cache-control')).toBe('public, no-cache')
  expect(page.headers.get('set-cookie')).toBeNull()
  expect(page.text).toContain('http-equiv="Content-Security-Policy"')
  expect(page.text).toContain('id="propsight-config"')
  expect(page.text).not.toContain('propsight-registry')
})
