import type { Registry, Release } from '@propsight/shared/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RateLimits } from '../platform/rate-limits.ts'
import { createTickets } from '../services/releases/tickets.ts'
import { emptyUpstream } from '../testing/fake-deps.ts'
import { analysisRelease } from '../testing/releases.ts'
import { startTestApi, type TestApi, type TestUser } from '../testing/test-api.ts'
import { TEST_SECRET_KEY, TEST_USER } from '../testing/test-env.ts'
import { createVisitor, type TestVisitor } from '../testing/visitor.ts'
import { bearer, post, withApp } from '../testing/with-app.ts'

let api: TestApi
let users: TestUser[]
let count = 0
let canary: Release
const stable = analysisRelease.version

async function publish(release: Release, options: Record<string, unknown> = {}) {
  const { error } = await api.admin.rpc('publish_release', { p_release: release, p_options: options })
  if (error) throw new Error(error.message)
  for (const { deps } of api.instances) deps.releases.invalidate()
}
const rollout = async () => {
  const { rollouts } = (await api.instances[0]?.deps.repositories.releases.rollouts()) ?? { rollouts: [] }
  return rollouts.find(({ name }) => name === 'analysis')
}
const failures = async (version: string) =>
  (await api.admin.from('release_loads').select('reporter').eq('version', version)).data ?? []
const versionOf = ({ remotes }: Registry) => remotes.find(({ name }) => name === 'analysis')?.version
const signedIn = (user: TestUser | undefined) => createVisitor(api.url, { token: user?.token ?? '' })
const fail = async (visitor: TestVisitor, version = canary.version) =>
  visitor.report(await visitor.registry(), [{ version, kind: 'entry' }])

beforeAll(async () => {
  api = await startTestApi({ instances: 2, upstream: emptyUpstream })
  users = await Promise.all(Array.from({ length: 4 }, () => api.createUser()))
})
afterAll(() => api?.close())
beforeEach(async () => {
  count += 1
  canary = { ...analysisRelease, version: `0.2.0-c${count}` }
  await publish(analysisRelease)
  await publish(canary, { channel: 'canary', percent: 100 })
})

describe('F4 a failing canary', () => {
  it('is halted by reports of three users on both instances, and ignores tickets of the ended trial', async () => {
    const late = signedIn(users[3])
    const lateRegistry = await late.registry()
    expect(versionOf(lateRegistry)).toBe(canary.version)
    for (const user of users.slice(0, 3)) {
      expect((await rollout())?.canary?.version).toBe(canary.version)
      expect(await fail(signedIn(user))).toBe(204)
    }
    expect((await rollout())?.canary).toBeNull()
    expect(versionOf(await late.registry())).toBe(stable)
    const second = createVisitor(api.urls[1] ?? '')
    await expect.poll(async () => versionOf(await second.registry()), { timeout: 5_000 }).toBe(stable)
    const { data } = await api.admin.rpc('release_history', { p_name: 'analysis', p_limit: 5 })
    expect(data.rollout.halted).toMatchObject({
      version: canary.version,
      reason: '3 of the 3 users who loaded it could not; it was given to 4 visitors',
    })

    // The same release starts a second trial. Reports with old tickets refer to the first one.
    await publish(canary, { channel: 'canary', percent: 100 })
    await publish(canary, { channel: 'canary', percent: 50 })
    expect(await late.report(lateRegistry, [{ version: canary.version }])).toBe(204)
    expect(await failures(canary.version)).toHaveLength(3)
  })

  it('records anonymous reports by address and refuses a content type that other sites could send', async () => {
    const visitor = createVisitor(api.url, { address: '127.0.0.9' })
    const { ticket } = await visitor.registry()
    const loads = [
      { name: 'analysis', version: canary.version, outcome: 'ok', ms: 40 },
      { name: 'analysis', version: stable, outcome: 'ok', ms: 41 },
      { name: 'analysis', version: '9.9.9', outcome: 'ok', ms: 1 },
      { name: 'weather', version: canary.version, outcome: 'ok', ms: 1 },
    ]
    const expired = { authorization: 'Bearer of-yesterday' }
    const body = JSON.stringify({ ticket, loads })
    const text = { ...expired, 'content-type': 'text/plain;charset=UTF-8' }
    expect((await visitor.send('POST', '/api/loads', body, text)).status).toBe(415)
    expect((await visitor.send('POST', '/api/loads', body, expired)).status).toBe(204)
    const { data } = await api.admin
      .from('release_loads')
      .select('version, ms, reporter')
      .in('ms', [40, 41, 1])
    expect(data?.map(({ version }) => version).toSorted()).toEqual([stable, canary.version])
    expect(data?.[0]?.reporter).toMatch(/^address:[\w-]{22}$/)
    const metrics = await api.instances[0]?.deps.metrics.registry.metrics()
    expect(metrics).toMatch(/propsight_remote_loads_total\{remote="analysis",outcome="ok"\} \d/)
    expect(metrics).not.toContain('remote="weather"')
  })
})

describe('F4 anonymous reports do not halt a canary', () => {
  const untouched = async () => expect((await rollout())?.canary?.version).toBe(canary.version)

  it('with tickets that are forged, expired or signed with another secret', async () => {
    const visitor = signedIn(users[0])
    const registry = await visitor.registry()
    const [body = '', signature = ''] = (registry.ticket ?? '').split('.')
    const claims = Buffer.from(body, 'base64url').toString()
    const forged = Buffer.from(claims.replace(stable, '0.3.0')).toString('base64url')
    const served = JSON.stringify({ analysis: [1, canary.version] })
    const id = visitor.cookies.get('propsight-visitor') ?? ''
    const old = createTickets({ secret: TEST_SECRET_KEY, now: () => Date.now() - 7 * 3_600_000 })
    const foreign = createTickets({ secret: 'the secret of another server' })
    for (const ticket of [
      `${forged}.${signature}`,
      old.issue(id, served),
      foreign.issue(id, served),
      'garbage',
    ]) {
      expect(await visitor.report({ ...registry, ticket }, [{ version: canary.version }])).toBe(403)
    }
    expect(await visitor.report({ ...registry, ticket: '' }, [{ version: canary.version }])).toBe(400)
    expect(await failures(canary.version)).toEqual([])
    await untouched()
  })

  it('with one ticket that is sent repeatedly', async () => {
    const visitor = createVisitor(api.url, { address: '127.0.0.8' })
    const registry = await visitor.registry()
    for (let turn = 0; turn < 20; turn += 1)
      expect(await visitor.report(registry, [{ version: canary.version }])).toBe(204)
    expect(await failures(canary.version)).toHaveLength(1)
    await untouched()
  })

  it('with a hundred visitors of one address, which count as one reporter and twenty served visitors', async () => {
    const batch = async () =>
      Promise.all(
        Array.from({ length: 50 }, () => {
          const visitor = createVisitor(api.url, { address: '127.0.0.7' })
          return fail(visitor)
        }),
      )
    for (let turn = 0; turn < 2; turn += 1) await batch()
    const reports = await failures(canary.version)
    expect(reports).toHaveLength(100)
    expect(new Set(reports.map(({ reporter }) => reporter)).size).toBe(1)
    const { count: served } = await api.admin
      .from('release_served')
      .select('*', { count: 'exact', head: true })
      .eq('version', canary.version)
    expect(served).toBe(20)
    await untouched()
  }, 60_000)

  it('from many addresses, and do not hide failures that signed-in users report', async () => {
    for (let host = 10; host < 50; host += 1) {
      const visitor = createVisitor(api.url, { address: `127.0.1.${host}` })
      const outcome = host % 2 ? 'ok' : 'failed'
      expect(await visitor.report(await visitor.registry(), [{ version: canary.version, outcome }])).toBe(204)
    }
    await untouched()
    for (const user of users.slice(0, 3)) await fail(signedIn(user))
    expect((await rollout())?.canary).toBeNull()
  })

  it('for versions that were not served to the visitor, or with an invalid token', async () => {
    await publish({ ...analysisRelease, version: '0.1.0-a2' })
    await publish({ ...analysisRelease, version: '0.1.0-a3' })
    await publish(canary, { channel: 'canary', percent: 100 })
    for (const user of users.slice(0, 3)) await fail(signedIn(user), '0.1.0-a2')
    expect(await failures('0.1.0-a2')).toEqual([])
    for (const name of ['constructor', 'nobody']) {
      const visitor = createVisitor(api.url)
      expect(await visitor.report(await visitor.registry(), [{ name, version: canary.version }])).toBe(204)
    }
    for (const [index] of users.entries()) {
      const address = `127.0.2.${index + 1}`
      expect(await fail(createVisitor(api.url, { address, token: 'not.a.token' }))).toBe(204)
    }
    await untouched()
  })

  it('beyond the daily limit, which is counted per address and per user', async () => {
    const counted: string[] = []
    const limits: RateLimits = {
      peek: async () => ({ allowed: true, retryAfterSeconds: 0, used: 0 }),
      reward: async () => {},
      consume: async ({ name }, key) => {
        counted.push(`${name} ${key}`)
        return { allowed: name !== 'loads-day', retryAfterSeconds: 60 }
      },
    }
    await withApp({ limits }, async (url) => {
      for (const headers of [{}, await bearer()])
        expect((await post(`${url}/api/loads`, { ticket: 'x', loads: [] }, headers)).status).toBe(429)
    })
    const days = counted.filter((call) => call.startsWith('loads-day'))
    expect(days).toEqual(['loads-day address:127.0.0.1', `loads-day user:${TEST_USER}`])
  })
})
