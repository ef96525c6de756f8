import {
  fallbacksResponse,
  registrySchema,
  releasesResponse,
  rolloutResponse,
} from '@propsight/shared/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, newRemote, OPERATOR_KEY, publishRow } from '../testing/deploys.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { ADMIN_KEY: OPERATOR_KEY } })
})
afterAll(() => api?.close())

const change = async (name: string, action: string, body: object = {}, key = OPERATOR_KEY) => {
  const answer = await call(api.url, 'POST', `/api/remotes/${name}/${action}`, { key, body })
  return { status: answer.status, body: answer.body }
}
const rolloutOf = (body: unknown) => rolloutResponse.parse(body).rollout

it('F4 the retained releases are public, with a ticket whose reports are recorded', async () => {
  const name = newRemote()
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await publishRow(api, name, version)
  const readFallbacks = () => call(api.url, 'GET', `/api/remotes/${name}/fallbacks`, {})
  const { status, headers, body } = await readFallbacks()
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  const { releases, ticket } = fallbacksResponse.parse(body)
  expect(releases.map(({ version, base }) => [version, base])).toEqual([
    ['1.1.0', `/bundles/${name}/1.1.0/`],
    ['1.0.0', `/bundles/${name}/1.0.0/`],
  ])
  const detail = 'TypeError: no account ada@example.com at picks/1.0.0/a.js:1:2'
  const load = {
    name,
    version: '1.0.0',
    outcome: 'failed',
    kind: 'exception',
    phase: 'evaluate',
    detail,
    ms: 5,
  }
  const trace = 'ab'.repeat(16)
  const report = {
    ticket,
    loads: [
      { ...load, trace },
      { ...load, version: '1.2.0' },
    ],
  }
  // Reports of anonymous visitors do not judge a release.
  const sendAs = async (own: string) => {
    const { token } = await api.createUser()
    const body = { ...report, ticket: own }
    expect((await call(api.url, 'POST', '/api/loads', { body, key: token })).status).toBe(204)
  }
  await sendAs(ticket)
  await sendAs(fallbacksResponse.parse((await readFallbacks()).body).ticket)
  const history = await call(api.url, 'GET', `/api/remotes/${name}/releases`, { key: OPERATOR_KEY })
  const judged = releasesResponse.parse(history.body)
  expect(judged.rollbackTo).toEqual({ version: '1.1.0', verdict: 'untested', skipped: [] })
  // 1.2.0 is not in the ticket.
  expect(judged.releases.map(({ version, verdict }) => [version, verdict])).toEqual([
    ['1.2.0', 'untested'],
    ['1.1.0', 'untested'],
    ['1.0.0', 'failing'],
  ])
  expect(judged.releases[2]?.loads).toMatchObject({
    reporters: 2,
    failing: 2,
    failures: Array(2).fill({
      kind: 'exception',
      phase: 'evaluate',
      trace,
      detail: 'TypeError: no account [e-mail] at picks/1.0.0/a.js:1:2',
      at: expect.any(String),
    }),
  })
  expect((await change(name, 'rollback', { version: '1.0.0' })).status).toBe(409)
  expect((await change(name, 'rollback', { version: '1.0.0', force: true })).status).toBe(200)
  expect((await call(api.url, 'GET', '/api/remotes/no-such-remote/fallbacks', {})).status).toBe(404)
})

it('F2 a retired remote is listed in the registry with its redirect, and is not a remote any more', async () => {
  const name = newRemote()
  await publishRow(api, name, '1.0.0')
  expect((await change(name, 'retire', { redirectTo: 'https://x.test/' })).status).toBe(400)
  const { body } = await change(name, 'retire', { redirectTo: '/picks' })
  expect(rolloutOf(body)).toMatchObject({ live: null, retired: { version: '1.0.0', redirectTo: '/picks' } })
  const { body: answer } = await call(api.url, 'GET', '/api/remotes', {})
  const registry = registrySchema.parse(answer)
  expect(registry.remotes.filter((entry) => entry.name === name)).toEqual([])
  expect(registry.retired?.find((each) => each.name === name)).toMatchObject({
    placement: { paths: [`/${name}`] },
    redirectTo: '/picks',
  })
})

const createToken = async (name: string) => {
  const { status, body } = await call(api.url, 'POST', `/api/remotes/${name}/tokens`, {
    key: OPERATOR_KEY,
    body: { label: 'CI' },
  })
  expect(status).toBe(201)
  return body as { id: string; token: string }
}

describe('deploy tokens', () => {
  it('are managed with the admin key only, and so are developers', async () => {
    const name = newRemote()
    const { token } = await createToken(name)
    const developer = { email: 'nobody@example.com' }
    for (const [method, path, body] of [
      ['POST', `/api/remotes/${name}/tokens`, { label: 'more' }],
      ['GET', `/api/remotes/${name}/tokens`, undefined],
      ['DELETE', `/api/remotes/${name}/tokens/${crypto.randomUUID()}`, undefined],
      ['PUT', '/api/developers', developer],
      ['DELETE', '/api/developers', developer],
    ] as const) {
      expect([path, (await call(api.url, method, path, { key: token, body })).status]).toEqual([path, 401])
      expect([path, (await call(api.url, method, path, { body })).status]).toEqual([path, 401])
    }
  })
})

describe('attempts with wrong keys', () => {
  let locked: TestApi
  beforeEach(async () => {
    locked = await startTestApi({
      databaseUrl: api.databaseUrl,
      env: { ADMIN_KEY: OPERATOR_KEY, RATE_LIMITS: 'on' },
    })
  })
  afterEach(() => locked.close())
  const attempt = (key: string) => call(locked.url, 'GET', '/api/rollouts', { key })

  it('lock the address after five, also for the right key, but not for a valid deploy token', async () => {
    const name = newRemote()
    await publishRow(api, name, '1.0.0')
    const { token } = await createToken(name)
    const statuses = []
    for (let time = 0; time < 5; time++) statuses.push((await attempt(`wrong-${time}`)).status)
    expect(statuses).toEqual(Array(5).fill(401))
    const answer = await attempt(OPERATOR_KEY)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(14 * 60)
    expect((await attempt(token)).status).toBe(200)
  })

  it('do not include deploy tokens that are unknown, truncated, revoked or of another remote', async () => {
    for (const wrong of ['psd_', `psd_${'A'.repeat(43)}`])
      for (let time = 0; time < 6; time++) expect((await attempt(wrong)).status).toBe(401)
    const name = newRemote()
    const other = newRemote()
    const { id, token } = await createToken(name)
    for (let time = 0; time < 6; time++)
      expect((await call(locked.url, 'GET', `/api/remotes/${other}/releases`, { key: token })).status).toBe(
        403,
      )
    await call(api.url, 'DELETE', `/api/remotes/${name}/tokens/${id}`, { key: OPERATOR_KEY })
    for (let time = 0; time < 6; time++) expect((await attempt(token)).status).toBe(401)
    expect((await attempt(OPERATOR_KEY)).status).toBe(200)
  })
})
