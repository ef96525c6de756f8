import { createClient } from '@supabase/supabase-js'
import { describe, expect, it } from 'vitest'
import type { Cluster } from '../../support/cluster/start-cluster.ts'
import { waitUntil } from '../../support/wait-until.ts'

/** Every instance refuses an ended session within 30 s; the rest is a reserve for a busy machine. */
const SESSION_BOUND_MS = 40_000

/** Sessions and rate limits are the same at every instance. */
export const sessionTests = (cluster: Cluster) =>
  describe('several instances with shared sessions and limits', () => {
    let probes = 0
    let tokenRefused: Promise<unknown> | null = null
    const urls = () => cluster.instances.map(({ url }) => url)
    const atEveryInstance = <T>(ask: (url: string) => Promise<T>) => Promise.all(urls().map(ask))
    const clientOf = (url = '') =>
      createClient(url, cluster.publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
    /** Probes a token at an instance: 403 if it is accepted (the user is not a developer), 401 if it is not. */
    const probeToken = async (url: string, token: string) => {
      const body = JSON.stringify({ name: 'picks', url: 'http://127.0.0.1:4101' })
      probes += 1
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        // A new client address for each request, because rate limits apply per address.
        'x-forwarded-for': `10.0.${probes >> 8}.${probes & 255}`,
      }
      return (await fetch(`${url}/api/override`, { method: 'PUT', headers, body })).status
    }

    it('accept and refresh a session of one instance at every instance, and end it at every instance', async () => {
      const { email, password } = await cluster.createUser()
      const [first, second] = urls()
      const third = urls().at(-1)
      const signedIn = await clientOf(first).auth.signInWithPassword({ email, password })
      const { session } = signedIn.data
      if (!session) throw new Error(signedIn.error?.message)
      const renewed = await clientOf(second).auth.refreshSession(session)
      const token = renewed.data.session?.access_token ?? ''
      expect(new Set(await atEveryInstance((url) => probeToken(url, token)))).toEqual(new Set([403]))

      const thirdClient = clientOf(third)
      if (renewed.data.session) await thirdClient.auth.setSession(renewed.data.session)
      expect((await thirdClient.auth.signOut({ scope: 'global' })).error).toBeNull()
      for (const url of urls()) {
        const again = await clientOf(url).auth.refreshSession({
          refresh_token: renewed.data.session?.refresh_token ?? '',
        })
        expect(again.data.session).toBeNull()
      }
      // The next tests run while the instances notice the end of the session.
      tokenRefused = waitUntil(
        'the token to be refused by every instance',
        async () =>
          (await atEveryInstance((url) => probeToken(url, token))).every((status) => status === 401),
        SESSION_BOUND_MS,
      ).then(
        () => 'refused by every instance',
        (error: unknown) => error,
      )
    })

    it('refuse the token of an ended session within 40 seconds', async () => {
      expect(await tokenRefused).toBe('refused by every instance')
    })
  })
