import { randomUUID } from 'node:crypto'
import { exportResponse } from '@propsight/shared/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyUpstream, fakeDeps } from '../testing/fake-deps.ts'
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts'
import { testEnv } from '../testing/test-env.ts'
import { bearer, repositories, withApp } from '../testing/with-app.ts'

let api: TestApi
let second: string
/** A user for tests that change nothing. */
let sharedUser: TestUser
beforeAll(async () => {
  api = await startTestApi({ instances: 2, upstream: emptyUpstream })
  sharedUser = await api.createUser()
  second = api.urls[1] ?? ''
})
afterAll(() => api?.close())

const ask = (user: TestUser, path: string, body?: unknown, url = api.url) =>
  fetch(`${url}/api/account/${path}`, {
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
const run = (user: TestUser, url = api.url) =>
  fetch(`${url}/api/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }),
  })
const readError = async (response: Response) => {
  const { message, code } = await response.json()
  return [response.status, code, message]
}

describe('account rights', () => {
  it('record the accepted terms at sign-up and refuse outdated terms', async () => {
    const email = `u-${randomUUID()}@example.com`
    const reserve = async (legalVersion: string) =>
      fetch(`${api.url}/api/access/reserve`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          code: await api.createCode(),
          email,
          dateOfBirth: '1990-01-31',
          legalVersion,
        }),
      })
    expect(await readError(await reserve('2024-01-01'))).toEqual([
      409,
      'CONFLICT',
      'The terms have changed. Reload the page to read them.',
    ])
    expect((await reserve('2025-08-05')).status).toBe(200)
    const { data } = await api.admin
      .from('access_code_reservations')
      .select('legal_version')
      .eq('email', email)
    expect(data).toEqual([{ legal_version: '2025-08-05' }])
  })

  it.each([
    ['limit', {}],
    ['limit', { limit: -1 }],
    ['limit', { limit: 1.5 }],
    ['limit', { limit: 1_001 }],
    ['exclude', { days: 2, confirm: true }],
    ['exclude', { days: 7 }],
    ['exclude', { days: 7, confirm: false }],
    ['delete', {}],
    ['delete', { confirm: 'somebody@example.com' }],
  ])('refuse an invalid POST %s %j', async (path, body) => {
    expect((await ask(sharedUser, path, body)).status).toBe(400)
    expect((await ask(sharedUser, 'rights')).status).toBe(200)
  })

  it.each(['rights', 'export'])('require a token: %s', async (path) => {
    expect((await fetch(`${api.url}/api/account/${path}`)).status).toBe(401)
  })
})

it('a change of the e-mail is refused before the auth service sends a mail', async () => {
  const user = await api.createUser()
  const change = async (email = `new-${randomUUID()}@example.com`) => {
    const answer = await ask(user, 'email-change', { email })
    return answer.status === 204 ? 204 : readError(answer)
  }
  expect(await change()).toBe(204)
  const active = await api.createUser()
  const excluded = await api.createUser()
  expect((await ask(excluded, 'exclude', { days: 30, confirm: true })).status).toBe(200)
  const cannotBeUsed = [403, 'BAD_REQUEST', 'This address cannot be used']
  expect([await change(active.email), await change(excluded.email)]).toEqual([cannotBeUsed, cannotBeUsed])
  await api.admin
    .from('user_profiles')
    .update({ last_email_change: new Date().toISOString() })
    .eq('user_id', user.id)
  expect(await change()).toEqual([429, 'RATE_LIMITED', 'Email can only be changed once per month'])
})

describe('a self-exclusion', () => {
  it('applies at once to runs on every instance, and to other requests when the cached standing is dropped', async () => {
    const user = await api.createUser()
    // The second instance caches the account as active.
    expect((await ask(user, 'rights', undefined, second)).status).toBe(200)
    const response = await ask(user, 'exclude', { days: 30, confirm: true })
    expect(response.status).toBe(200)
    const { until } = await response.json()
    expect(Date.parse(until) - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
    const day = new Date(until).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
    })
    const refused = [403, 'SELF_EXCLUDED', `You excluded yourself until ${day}.`]
    for (const path of ['rights', 'export']) expect(await readError(await ask(user, path))).toEqual(refused)
    expect(await readError(await run(user))).toEqual(refused)
    expect(await readError(await ask(user, 'exclude', { days: 1, confirm: true }))).toEqual(refused)
    // Runs are refused there at once too, because the database itself checks the exclusion.
    expect(await readError(await run(user, second))).toEqual(refused)
    api.instances[1]?.deps.standing.forget(user.id)
    expect(await readError(await ask(user, 'rights', undefined, second))).toEqual(refused)
    const { error } = await user.client.auth.signInWithPassword({
      email: user.email,
      password: user.password,
    })
    expect([error?.status, error?.message]).toEqual([403, refused[2]])
  })
})

describe('an account export', () => {
  it('is limited to ten an hour', async () => {
    const { rights } = fakeDeps().repositories
    const exportPage = async () => ({ text: '{"exportedAt":"2026-07-15T17:00Z"}', next: null })
    const parts = {
      env: testEnv({ RATE_LIMITS: 'on' }),
      ...repositories({ rights: { ...rights, exportPage } }),
    }
    await withApp(parts, async (url) => {
      const headers = await bearer()
      const statuses: number[] = []
      for (let call = 0; call < 11; call += 1) {
        statuses.push((await fetch(`${url}/api/account/export`, { headers })).status)
      }
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    })
  })

  it('is sent page by page, and ends with its connection when a later page fails', async () => {
    const { rights } = fakeDeps().repositories
    const texts = ['{"account":', '{}', '}']
    let failsAt = texts.length
    const exportPage: typeof rights.exportPage = async (_user, after) => {
      const at = Number(after?.at ?? 0)
      if (at === failsAt) throw new Error('the database failed')
      return { text: texts[at] ?? '', next: at + 1 < texts.length ? { at: at + 1 } : null }
    }
    await withApp(repositories({ rights: { ...rights, exportPage } }), async (url) => {
      const ask = async () => fetch(`${url}/api/account/export`, { headers: await bearer() })
      expect(await (await ask()).json()).toEqual({ account: {} })
      failsAt = 1
      await expect(ask().then((response) => response.text())).rejects.toThrow()
      failsAt = 0
      expect((await ask()).status).toBe(500)
    })
  })

  it('is a JSON file with the account and its tables', async () => {
    const user = await api.createUser()
    await run(user)
    const response = await ask(user, 'export')
    const today = new Date().toISOString().slice(0, 10)
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="propsight-data-${today}.json"`,
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const { account, tables } = exportResponse.parse(await response.json())
    expect(account).toMatchObject({ id: user.id, email: user.email })
    expect(tables).toMatchObject({ runs: [{ category: 'Hits' }], user_profiles: [{ credits: 19 }] })
  })
})

describe('a deleted account', () => {
  it('is refused all account requests on every instance, like a self-excluded account', async () => {
    const deleted = await api.createUser()
    const excluded = await api.createUser()
    for (const user of [deleted, excluded])
      expect((await ask(user, 'rights', undefined, second)).status).toBe(200)
    expect((await ask(deleted, 'delete', { confirm: deleted.email })).status).toBe(200)
    expect((await ask(excluded, 'exclude', { days: 7, confirm: true })).status).toBe(200)
    const rights: [string, object?][] = [['rights'], ['export'], ['limit', { limit: 5 }]]
    for (const [path, body] of [...rights, ['exclude', { days: 7, confirm: true }] as const]) {
      expect((await ask(deleted, path, body, second)).status).toBe(401)
      expect((await ask(excluded, path, body, second)).status).toBe(403)
    }
  })
})

describe('closed regions', () => {
  it('refuse sign-ups and keep existing accounts working', async () => {
    const closed = await startTestApi({
      databaseUrl: api.databaseUrl,
      upstream: emptyUpstream,
      env: { CLOSED_REGIONS: 'US-WA,FR', REGION_HEADER: 'CF-Region', TRUST_PROXY: '1' },
    })
    try {
      const code = await api.createCode(9)
      const reserve = (more: object, seen?: string) =>
        fetch(`${closed.url}/api/access/reserve`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(seen ? { 'cf-region': seen } : {}) },
          body: JSON.stringify({
            code,
            email: `u-${randomUUID()}@example.com`,
            dateOfBirth: '1990-01-31',
            ...more,
          }),
        })
      const refused = [403, 'REGION_CLOSED', 'Propsight is not open in your region yet.']
      expect(await readError(await reserve({ region: 'us-wa' }))).toEqual(refused)
      expect(await readError(await reserve({ region: 'DE' }, 'fr'))).toEqual(refused)
      expect(await readError(await reserve({}))).toEqual([400, 'BAD_REQUEST', 'Please choose your region'])
      expect((await reserve({ region: 'US-NY' }, 'US')).status).toBe(200)
      const user = await api.createUser()
      expect((await ask(user, 'rights', undefined, closed.url)).status).toBe(200)
    } finally {
      await closed.close()
    }
  })
})
