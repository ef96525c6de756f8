import { randomUUID } from 'node:crypto'
import { registrySchema, startRunResponse } from '@propsight/shared/contracts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { healthAnswer } from './services/operations/info.ts'
import { emptyUpstream } from './testing/fake-deps.ts'
import { expectDocumented, hostileRequest } from './testing/hostile-requests.ts'
import { analysisRelease, createStoreWithShell, pitchersRelease, shellRelease } from './testing/releases.ts'
import { sendRaw } from './testing/send-raw.ts'
import { startTestApi, type TestApi, type TestUser } from './testing/test-api.ts'
import { findRedis, signToken } from './testing/test-env.ts'

let api: TestApi
let second: string
let store: Awaited<ReturnType<typeof createStoreWithShell>>
beforeAll(async () => {
  store = await createStoreWithShell()
  api = await startTestApi({ instances: 2, upstream: emptyUpstream, bundlesDir: store.folder })
  await api.instances[0]?.deps.repositories.releases.publish(shellRelease)
  second = api.urls[1] ?? ''
})
afterAll(async () => {
  await api?.close()
  await store?.remove()
})

const post = (url: string, path: string, body: unknown, token?: string) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
const creditsOf = async (user: TestUser) => {
  const { data, error } = await user.client.from('user_profiles').select('credits').single()
  if (error) throw new Error(error.message)
  return data.credits
}
const runOf = async (response: Response) => {
  expect(response.status).toBe(200)
  return startRunResponse.parse(await response.json())
}
const body = (category = 'Hits', idempotencyKey: string = randomUUID()) => ({
  feature: 'quick',
  category,
  idempotencyKey,
})

describe('two API instances on one database', () => {
  it('N13 report healthy and run their jobs', async () => {
    for (const url of api.urls) {
      const response = await fetch(`${url}/health`)
      expect(response.status).toBe(200)
      expect(healthAnswer.parse(await response.json()).parts['data service']).toEqual({ ok: true })
    }
    await Promise.all(api.instances.map(({ jobsStarted }) => jobsStarted))
    const jobsDone = async () => {
      const texts = await Promise.all(api.instances.map(({ deps }) => deps.metrics.registry.metrics()))
      return texts.some((text) => text.includes('propsight_jobs_total{job="sweep-runs",outcome="done"}'))
    }
    await expect.poll(jobsDone, { timeout: 15_000 }).toBe(true)
  })

  it('A5 C3 C5 reserve a single-use access code for one adult only', async () => {
    const code = await api.createCode(1)
    const reserve = (email: string, more = {}) =>
      post(api.url, '/api/access/reserve', { code, email, dateOfBirth: '1990-01-31', ...more })
    const email = `${randomUUID()}@example.com`
    expect((await reserve(email, { dateOfBirth: '2015-01-01' })).status).toBe(400)
    expect((await reserve(email)).status).toBe(200)
    // A repeated call renews the reservation instead of using up the code.
    expect((await reserve(email)).status).toBe(200)
    const other = await reserve(`${randomUUID()}@example.com`)
    expect(other.status).toBe(400)
    expect(await other.json()).toMatchObject({
      message: 'Invalid or already used access code',
      code: 'ACCESS_CODE_INVALID',
    })
  })

  it('A4 report whether an email address has an account', async () => {
    const user = await api.createUser()
    const ask = async (email: string) => (await post(second, '/api/access/email-exists', { email })).json()
    expect(await ask(user.email.toUpperCase())).toEqual({ exists: true, codeRequired: false })
    expect(await ask(`${randomUUID()}@example.com`)).toEqual({ exists: false, codeRequired: true })
  })

  it('C1 C2 charge a run once when both receive the same idempotency key', async () => {
    const user = await api.createUser()
    const key = randomUUID()
    const started = await Promise.all(
      [api.url, second, api.url, second].map((url) =>
        post(url, '/api/runs', body('All Stat Lines', key), user.token),
      ),
    )
    const runs = await Promise.all(started.map(runOf))
    expect(new Set(runs.map(({ runId }) => runId)).size).toBe(1)
    expect(await creditsOf(user)).toBe(17)
    const clash = await post(second, '/api/runs', body('Hits', key), user.token)
    expect(clash.status).toBe(409)
    expect(await clash.json()).toMatchObject({ code: 'CONFLICT' })
  })

  it('refuse a run when the credits are used up and refund a released run once', async () => {
    const user = await api.createUser()
    const runs = []
    for (let count = 0; count < 6; count += 1) {
      runs.push(await runOf(await post(api.url, '/api/runs', body('All Stat Lines'), user.token)))
    }
    const short = await post(api.url, '/api/runs', body('All Stat Lines'), user.token)
    expect(short.status).toBe(402)
    expect(await short.json()).toMatchObject({ message: 'Not enough credits', code: 'NOT_ENOUGH_CREDITS' })
    for (const category of ['Hits', 'Runs'])
      await runOf(await post(api.url, '/api/runs', body(category), user.token))
    const none = await post(api.url, '/api/runs', body(), user.token)
    expect(await none.json()).toMatchObject({ message: 'No credits remaining', code: 'NO_CREDITS' })

    const { runs: repository } = api.instances[0]?.deps.repositories ?? {}
    const [first, other] = runs.map(({ runId }) => runId)
    expect(await repository?.live(first ?? '', user.id)).toMatchObject({ id: first, cost: 3 })
    expect(await repository?.live(first ?? '', randomUUID())).toBeNull()
    expect(await repository?.release(first ?? '', 'released by the test')).toBe(true)
    expect(await repository?.release(first ?? '', 'again')).toBe(false)
    const delivery = { runId: other ?? '', userId: user.id, picture: null, covers: ['a player'] }
    expect(await repository?.deliver(delivery)).toBe('captured')
    expect(await repository?.live(other ?? '', user.id)).toMatchObject({
      state: 'captured',
      covers: new Set(['a player']),
    })
    expect(await creditsOf(user)).toBe(3)
  })

  it('sweep expired holds and refund their credits', async () => {
    const user = await api.createUser()
    const runs = api.instances[0]?.deps.repositories.runs
    const run = { userId: user.id, feature: 'quick', category: 'Hits', cost: 3, idempotencyKey: randomUUID() }
    await runs?.start({ ...run, ttlSeconds: 1 })
    expect(await creditsOf(user)).toBe(17)
    const sweepAndCount = async () => {
      await runs?.sweep()
      return creditsOf(user)
    }
    await expect.poll(sweepAndCount, { timeout: 10_000 }).toBe(20)
  })

  it('F1 both list a release as soon as it is published', async () => {
    const releases = api.instances[0]?.deps.repositories.releases
    await releases?.publish(analysisRelease)
    await releases?.publish({ ...pitchersRelease, version: '0.1.0-c1' })
    await releases?.publish({ ...pitchersRelease, version: '0.1.0-c2' })
    for (const url of api.urls) {
      await expect
        .poll(
          async () => {
            const { remotes } = registrySchema.parse(await (await fetch(`${url}/api/remotes`)).json())
            return remotes.map(({ name, version }) => `${name}@${version}`)
          },
          { timeout: 5_000 },
        )
        .toEqual(['analysis@0.1.0-a1', 'pitchers@0.1.0-c2'])
    }
  })

  it('refuse a direct sign-up at the auth service', async () => {
    const response = await fetch(`${api.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: api.publishableKey },
      body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'a long password' }),
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
  })

  it('answer any hostile request with a documented response or a 4xx envelope, never a 5xx', async () => {
    const user = await api.createUser()
    const tokens = [user.token, await signToken(), await signToken({ expiresIn: '-1h' })]
    await fc.assert(
      fc.asyncProperty(hostileRequest(tokens), fc.constantFrom(...api.urls), async (sent, url) => {
        expectDocumented(sent, await sendRaw(url, sent))
      }),
      { numRuns: 120 },
    )
  }, 60_000)
})

describe('two API instances that share Redis', () => {
  it('allow ten runs a minute in total', async (context) => {
    const redisUrl = await findRedis()
    if (!redisUrl) return context.skip('no Redis answers here')
    const shared = await startTestApi({
      instances: 2,
      redisUrl,
      databaseUrl: api.databaseUrl,
      upstream: emptyUpstream,
      env: { RATE_LIMITS: 'on' },
    })
    try {
      // The limit is counted per user, so a new user starts at zero.
      const user = await api.createUser()
      const statuses = []
      for (let call = 0; call < 12; call += 1) {
        const url = shared.urls[call % 2] ?? ''
        statuses.push((await post(url, '/api/runs', body(), user.token)).status)
      }
      expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429])
    } finally {
      await shared.close()
    }
  })
})
