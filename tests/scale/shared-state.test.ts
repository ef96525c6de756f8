import { randomUUID } from 'node:crypto'
import { bundleOf, deploy } from '@propsight/api/harness/bundle'
import { call, newRemote } from '@propsight/api/harness/deploys'
import { registrySchema } from '@propsight/shared/contracts'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, type ClusterUser, startCluster } from '../support/cluster/cluster.ts'
import { redisIsInstalled } from '../support/cluster/own-redis.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Ten a minute for a user (`POST /api/runs`). */
const RUNS_A_MINUTE = 10
/** A rollout is read anew each second, a session's end every 30; the rest is what a busy machine takes. */
const ROLLOUT_BOUND_MS = 5_000
const SESSION_BOUND_MS = 40_000

describe('state that several instances share', () => {
  let cluster: Cluster
  let asked = 0
  beforeAll(async () => {
    cluster = await startCluster({ instances: 3, env: { RATE_LIMITS: 'on' } })
  }, 120_000)
  afterAll(() => cluster?.stop(), 60_000)

  const urls = () => cluster.instances.map(({ url }) => url)
  const atAll = <T>(ask: (url: string) => Promise<T>) => Promise.all(urls().map(ask))
  const clientOf = (url = '') =>
    createClient(url, cluster.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
  /** Whether an instance believes a token: who may not run remotes of their own is told so (403), a stranger is not (401). */
  const known = async (url: string, token: string) => {
    const body = JSON.stringify({ name: 'picks', url: 'http://127.0.0.1:4101' })
    asked += 1
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // From ever another address, which is counted by itself.
      'x-forwarded-for': `10.0.${asked >> 8}.${asked & 255}`,
    }
    return (await fetch(`${url}/api/override`, { method: 'PUT', headers, body })).status
  }
  const versionAt = async (url: string, name: string) => {
    const registry = registrySchema.parse(await (await fetch(`${url}/api/remotes`)).json())
    return registry.remotes.find((remote) => remote.name === name)?.version
  }
  const charge = (url: string, { token }: ClusterUser) =>
    fetch(`${url}/api/runs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }),
    })

  it('a session begun at one is renewed by another, used at all, and over for all', async () => {
    const { email, password } = await cluster.createUser()
    const [first, second, third] = urls()
    const begun = await clientOf(first).auth.signInWithPassword({ email, password })
    const session = begun.data.session
    if (!session) throw new Error(begun.error?.message)
    const renewed = await clientOf(second).auth.refreshSession(session)
    const token = renewed.data.session?.access_token ?? ''
    expect(await atAll((url) => known(url, token))).toEqual([403, 403, 403])

    const leaving = clientOf(third)
    if (renewed.data.session) await leaving.auth.setSession(renewed.data.session)
    expect((await leaving.auth.signOut({ scope: 'global' })).error).toBeNull()
    for (const url of urls()) {
      const again = await clientOf(url).auth.refreshSession({
        refresh_token: renewed.data.session?.refresh_token ?? '',
      })
      expect(again.data.session).toBeNull()
    }
    await waitUntil(
      'the token to be refused by all',
      async () => (await atAll((url) => known(url, token))).every((status) => status === 401),
      SESSION_BOUND_MS,
    )
  }, 90_000)

  it.skipIf(!redisIsInstalled())('a limit counts what all of them are asked, to the call', async () => {
    const user = await cluster.createUser()
    const calls = Array.from({ length: 2 * RUNS_A_MINUTE }, (_, turn) => charge(urls()[turn % 3] ?? '', user))
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(RUNS_A_MINUTE)
    expect(statuses.filter((status) => status === 429)).toHaveLength(RUNS_A_MINUTE)
  })

  it('a release, a rollback and a halt at one are seen at all within their bound', async () => {
    const [url = '', second = ''] = urls()
    const name = newRemote()
    const seen = (version: string | undefined) =>
      waitUntil(
        `${version} at all`,
        async () => (await atAll((each) => versionAt(each, name))).every((one) => one === version),
        ROLLOUT_BOUND_MS,
      )
    for (const version of ['1.0.0', '1.1.0']) {
      expect((await deploy(url, bundleOf(name, version))).status).toBe(201)
      await seen(version)
    }
    const rolledBack = await call(second, 'POST', `/api/remotes/${name}/rollback`, {
      key: cluster.adminKey,
      body: {},
    })
    expect(rolledBack.status).toBe(200)
    await seen('1.0.0')
    await deploy(url, bundleOf(name, '1.2.0'), { channel: 'canary', percent: 100 })
    await seen('1.2.0')
    expect(
      (await call(second, 'POST', `/api/remotes/${name}/halt`, { key: cluster.adminKey, body: {} })).status,
    ).toBe(200)
    await seen('1.0.0')
  })

  it('what one signed is believed by all: the tickets of how remotes loaded', async () => {
    const [first = ''] = urls()
    const { ticket } = registrySchema.parse(await (await fetch(`${first}/api/remotes`)).json())
    const told = await atAll((url) =>
      fetch(`${url}/api/loads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket, loads: [{ name: 'picks', version: '9.9.9', outcome: 'ok', ms: 1 }] }),
      }),
    )
    expect(told.map(({ status }) => status)).toEqual([204, 204, 204])
  })
})
