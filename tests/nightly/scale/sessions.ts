import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../support/cluster/start-cluster.ts'
import { redisIsInstalled } from '../../support/services/temporary-redis.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Rate limit of `POST /api/runs` per user and minute. */
const RUNS_A_MINUTE = 10
/** Every instance refuses an ended session within 30 s; the rest is a reserve for a busy machine. */
const SESSION_BOUND_MS = 40_000

/** Sessions and rate limits are the same at every instance. */
export const sessionTests = (cluster: Cluster) =>
  describe('several instances with shared sessions and limits', () => {
    let asked = 0
    let over: Promise<unknown> | null = null
    const urls = () => cluster.instances.map(({ url }) => url)
    const atEveryInstance = <T>(ask: (url: string) => Promise<T>) => Promise.all(urls().map(ask))
    const clientOf = (url = '') =>
      createClient(url, cluster.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
    /** Probes a token at an instance: 403 if it is accepted (the user is no developer), 401 if it is not. */
    const known = async (url: string, token: string) => {
      const body = JSON.stringify({ name: 'picks', url: 'http://127.0.0.1:4101' })
      asked += 1
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // A new client address for each request, because rate limits apply per address.
        'x-forwarded-for': `10.0.${asked >> 8}.${asked & 255}`,
      }
      return (await fetch(`${url}/api/override`, { method: 'PUT', headers, body })).status
    }

    it('refresh and accept a session of one of them at all, and end it at all', async () => {
      const { email, password } = await cluster.createUser()
      const [first, second] = urls()
      const third = urls().at(-1)
      const begun = await clientOf(first).auth.signInWithPassword({ email, password })
      const session = begun.data.session
      if (!session) throw new Error(begun.error?.message)
      const renewed = await clientOf(second).auth.refreshSession(session)
      const token = renewed.data.session?.access_token ?? ''
      expect(new Set(await atEveryInstance((url) => known(url, token)))).toEqual(new Set([403]))

      const leaving = clientOf(third)
      if (renewed.data.session) await leaving.auth.setSession(renewed.data.session)
      expect((await leaving.auth.signOut({ scope: 'global' })).error).toBeNull()
      for (const url of urls()) {
        const again = await clientOf(url).auth.refreshSession({
          refresh_token: renewed.data.session?.refresh_token ?? '',
        })
        expect(again.data.session).toBeNull()
      }
      // The next tests run while the instances notice the end of the session.
      over = waitUntil(
        'the token to be refused by all',
        async () => (await atEveryInstance((url) => known(url, token))).every((status) => status === 401),
        SESSION_BOUND_MS,
      ).then(
        () => 'refused by all',
        (error: unknown) => error,
      )
    })

    it.skipIf(!redisIsInstalled())('count a rate limit over all of them, exact to the call', async () => {
      const { token } = await cluster.createUser()
      const limited = await Promise.all([0, 1].map(() => cluster.startInstance({ RATE_LIMITS: 'on' })))
      try {
        const charge = (url = '') =>
          fetch(`${url}/api/runs`, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }),
          })
        const calls = Array.from({ length: 2 * RUNS_A_MINUTE }, (_, turn) => charge(limited[turn % 2]?.url))
        const statuses = (await Promise.all(calls)).map(({ status }) => status)
        expect(statuses.filter((status) => status === 200)).toHaveLength(RUNS_A_MINUTE)
        expect(statuses.filter((status) => status === 429)).toHaveLength(RUNS_A_MINUTE)
      } finally {
        await Promise.all(limited.map((instance) => instance.stop()))
      }
    })

    it('refuse the token of an ended session within 40 seconds', async () => {
      expect(await over).toBe('refused by all')
    })
  })
